import type { ActionTools } from './actions.ts'

let tools: ActionTools | undefined

/** Dependencies of actions, set where the product is assembled. */
export function connectActions(newTools: ActionTools): void {
  tools = newTools
}

export function actionTools(): ActionTools {
  if (!tools) throw new Error('Call connectActions first')
  return tools
}
