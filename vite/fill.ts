/** Replaces `{name}` in a template. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>) =>
  template.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
