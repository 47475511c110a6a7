/** Moments as the tables and the top bar show them (spec 1, section 9), in the reader's own time zone. */
const two = (n: number) => String(n).padStart(2, '0')

/** `DD/MM/YYYY` of an epoch in ms. */
export function shortDate(ms: number): string {
  const at = new Date(ms)
  return `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()}`
}

/** `HH:mm:ss` of an epoch in ms. */
export function clockTime(ms: number): string {
  const at = new Date(ms)
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** `DD/MM/YYYY HH:mm:ss` of an epoch in ms. */
export const shortMoment = (ms: number): string => `${shortDate(ms)} ${clockTime(ms)}`
