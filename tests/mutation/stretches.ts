/** Stretches of files for a sample of the mutation tool, as it takes them: `file:from-to`. */
const STRETCH_LINES = 12

/** `count` stretches at most, evenly spread over the files in their order. */
export function stretchesOf(files: readonly { readonly file: string; readonly lines: number }[], count: number): string[] {
  const all = files.flatMap(({ file, lines }) => Array.from({ length: Math.ceil(lines / STRETCH_LINES) }, (_, at) =>
    `${file}:${at * STRETCH_LINES + 1}-${Math.min(lines, (at + 1) * STRETCH_LINES)}`))
  const kept = Math.min(count, all.length)
  return Array.from({ length: kept }, (_, at) => all[Math.floor(((at + 0.5) * all.length) / kept)] ?? '')
}
