/** Settings as they are written: one on each line, `name = value`. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/

export type ReadLines = { readonly settings: Readonly<Record<string, string>> } | { readonly wrong: string }

/**
 * The settings, or the first invalid line. A duplicate name has its last value; blank lines and those that
 * begin with # are skipped.
 */
export function readLines(text: string): ReadLines {
  const settings = new Map<string, string>()
  for (const line of text
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('#'))) {
    const at = line.indexOf('=')
    const name = line.slice(0, Math.max(at, 0)).trim()
    if (!NAME.test(name)) return { wrong: line }
    settings.set(name, line.slice(at + 1).trim())
  }
  return { settings: Object.fromEntries(settings) }
}

export const writeLines = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n')

/** The settings to send: the lines, and null for each stored secret that is not written anew. */
export const settingsToSend = (
  settings: Readonly<Record<string, string>>,
  kept: readonly string[],
): Record<string, string | null> => ({ ...Object.fromEntries(kept.map((name) => [name, null])), ...settings })
