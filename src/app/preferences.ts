/** What a reader prefers in this browser (spec 1, "Shared widgets"): whether a changed filter acts at once. */
import { createStore } from 'zustand/vanilla'

const KEY = 'aforo.autoFilter'

export interface Preferences { readonly autoFilter: boolean }

/** Anything but a stored "no" is yes: filters act at once unless somebody said otherwise. */
export const preferences = createStore<Preferences>(() => ({ autoFilter: localStorage.getItem(KEY) !== 'no' }))

export function chooseAutoFilter(autoFilter: boolean): void {
  localStorage.setItem(KEY, autoFilter ? 'yes' : 'no')
  preferences.setState({ autoFilter })
}
