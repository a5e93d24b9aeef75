/** Names and values; the last value of a name counts. */
export function parseSettings(text: string): Record<string, string>
/** Adds what the file of `SETTINGS_FILE` sets and the environment does not. Ends the process when the file can't be read. */
export function loadSettingsFile(env?: NodeJS.ProcessEnv): void
