import type { ActionTools } from './actions.ts'

let tools: ActionTools | undefined

/** Dependencies of actions, set where the product is assembled. */
export function connectActions(given: ActionTools): void {
  tools = given
}

export function actionTools(): ActionTools {
  if (!tools) throw new Error('Call connectActions first')
  return tools
}
