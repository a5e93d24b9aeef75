import type { ActionTools } from './actions.ts'

let tools: ActionTools | undefined

/** What actions work with, from where the product is put together. */
export function connectActions(given: ActionTools): void {
  tools = given
}

export function actionTools(): ActionTools {
  if (!tools) throw new Error('Actions are run after connectActions')
  return tools
}
