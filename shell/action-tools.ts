import type { ActionTools } from './actions.ts'

let tools: ActionTools | undefined

/** Dependencies of actions, set where the product is assembled. */
export function setActionTools(newTools: ActionTools): void {
  tools = newTools
}

export function getActionTools(): ActionTools {
  if (!tools) throw new Error('Call setActionTools first')
  return tools
}
