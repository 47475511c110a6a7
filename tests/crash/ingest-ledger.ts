/** Readings of the devices of the crash loop, minute by minute; each value belongs to one minute of one device. */
export const DEVICES = 8
export const ROWS = 20
const MINUTE = 60_000
const DAY = 86_400_000
/**
 * Far enough back that no minute of a long loop lies in the future, and near enough that none is too old to be taken.
 */
export const FIRST = Math.floor(Date.now() / DAY) * DAY - 300 * DAY

export const macOf = (w: number): string => `02:00:00:00:00:0${w}`
export const valueOf = (w: number, minute: number): number => ((w * 7919 + minute * 31) % 97) + 1

/** Message `k` of device `w`: twenty minutes. */
export function bodyOf(w: number, k: number) {
  return {
    mac: macOf(w),
    sequence: k,
    readings: Array.from({ length: ROWS }, (_, i) => {
      const minute = k * ROWS + i
      return {
        kind: 'count',
        start: FIRST + minute * MINUTE,
        end: FIRST + (minute + 1) * MINUTE,
        in: valueOf(w, minute),
        out: 0,
      }
    }),
  }
}

/** Sum of the first messages of a device, by hour. */
export function hoursOf(w: number, messages: number): Map<number, number> {
  const hours = new Map<number, number>()
  for (let minute = 0; minute < messages * ROWS; minute += 1) {
    const hour = Math.floor((FIRST + minute * MINUTE) / 3_600_000)
    hours.set(hour, (hours.get(hour) ?? 0) + valueOf(w, minute))
  }
  return hours
}

/**
 * How many messages of a device its stored hours are made of, by their sum and then hour by hour; null = no number
 * between the two fits.
 *
 * @param stored people of each hour, hours since 1970
 */
export function messagesIn(stored: ReadonlyMap<number, number>, w: number, least: number, most: number): number | null {
  const total = [...stored.values()].reduce((sum, ins) => sum + ins, 0)
  let sum = 0
  for (let messages = 0; messages <= most; messages += 1) {
    // Each message counts at least one person, so the sum names the only number that can fit.
    if (sum === total && messages >= least) {
      const hours = hoursOf(w, messages)
      return hours.size === stored.size && [...hours].every(([hour, ins]) => stored.get(hour) === ins) ? messages : null
    }
    for (let minute = messages * ROWS; minute < (messages + 1) * ROWS; minute += 1) sum += valueOf(w, minute)
  }
  return null
}
