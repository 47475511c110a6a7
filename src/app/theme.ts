/** The reader's theme choice, stored locally. */
import { createStore } from 'zustand/vanilla'

export type ThemeChoice = 'light' | 'dark' | 'system'
const KEY = 'aforo.theme'
const isChoice = (value: unknown): value is ThemeChoice => value === 'light' || value === 'dark' || value === 'system'

const stored = localStorage.getItem(KEY)
export const theme = createStore<{ choice: ThemeChoice }>(() => ({ choice: isChoice(stored) ? stored : 'system' }))

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice)
  theme.setState({ choice })
}
