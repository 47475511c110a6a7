/**
 * How a device is named: its MAC address, 12 hex digits in colon-separated upper-case pairs (spec 1, sections 3 and 5).
 */

const PLAIN = /^[0-9A-F]{12}$/

/** The strict form of a plain MAC; null when it has not 12 hex digits once colons, hyphens and spaces are removed. */
export function strictMac(text: string): string | null {
  const digits = text.replaceAll(/[\s:-]/g, '').toUpperCase()
  return PLAIN.test(digits) ? (digits.match(/../g) ?? []).join(':') : null
}

const IN_TEXT = /(?:^|[^0-9A-F])((?:[0-9A-F]{2}[:-]?){5}[0-9A-F]{2})(?![0-9A-F])/i

/** The first MAC in a text, as labels of devices have it: `MAC: 001E420A0B0C S/N 12`. Null when there is none. */
export function macIn(text: string): string | null {
  const [, found] = IN_TEXT.exec(text) ?? []
  return found === undefined ? null : strictMac(found)
}
