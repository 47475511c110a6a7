/** Typing on a closed field chooses the next option that begins with what was typed, as a native select does. */
import { type Option, type OptionId, plain } from './options.ts'

const PAUSE_MS = 1000

export interface TypeAhead {
  /** The option meant by one more key at this moment (ms), or null. A space only continues a word. */
  next<K extends OptionId>(key: string, at: number, options: readonly Option<K>[]): Option<K> | null
}

export function typeAhead(): TypeAhead {
  let typed = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    next(key, at, options) {
      if (at - last > PAUSE_MS) typed = ''
      if (key.length !== 1 || (key === ' ' && typed === '')) return null
      typed += plain(key)
      last = at
      return options.find(({ label, isDisabled }) => isDisabled !== true && plain(label).startsWith(typed)) ?? null
    },
  }
}
