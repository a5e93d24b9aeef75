/** Parses names and values; the last value of a name counts. */
export function parseSettings(text: string): Record<string, string>
/** Adds the settings of the file `SETTINGS_FILE` that are missing in the environment. Ends the process if the file can't be read. */
export function loadSettingsFile(env?: NodeJS.ProcessEnv): void
