/**
 * Preferences of a reader in this browser (spec 1, "Shared widgets"): whether a changed filter acts at once, and how
 * files are written for the spreadsheet that opens them.
 */
import type { CsvStyle } from '#domain/csv'
import { decimalOf } from '#domain/format'
import { createStore } from 'zustand/vanilla'

const KEY = 'aforo.autoFilter'
const FILES_KEY = 'aforo.files'
const DEVELOPER_KEY = 'aforo.developer'

/** `language`: the decimal sign that the reader's language writes. */
export interface FilePreference {
  readonly decimal: 'language' | 'point'
  readonly separator: CsvStyle['separator']
}
export interface Preferences {
  readonly autoFilter: boolean
  readonly files: FilePreference
  /** Whether notes about widgets show the query trace. */ readonly developer: boolean
}

const DECIMALS: readonly FilePreference['decimal'][] = ['language', 'point']
const SEPARATORS: readonly CsvStyle['separator'][] = [';', ',', '\t']

/** The stored text, `decimal separator`; anything else is the default. */
export function readFilePreference(stored: string | null): FilePreference {
  const [decimal, separator] = [stored?.split(' ')[0], stored?.slice(stored.indexOf(' ') + 1 || stored.length)]
  return {
    decimal: DECIMALS.find((one) => one === decimal) ?? 'language',
    separator: SEPARATORS.find((one) => one === separator) ?? ';',
  }
}

/** Anything but a stored "no" is yes: filters act at once unless the reader said otherwise. */
export const preferences = createStore<Preferences>(() => ({
  autoFilter: localStorage.getItem(KEY) !== 'no',
  files: readFilePreference(localStorage.getItem(FILES_KEY)),
  developer: localStorage.getItem(DEVELOPER_KEY) === 'yes',
}))

export function chooseAutoFilter(autoFilter: boolean): void {
  localStorage.setItem(KEY, autoFilter ? 'yes' : 'no')
  preferences.setState({ autoFilter })
}

export function chooseFiles(files: FilePreference): void {
  localStorage.setItem(FILES_KEY, `${files.decimal} ${files.separator}`)
  preferences.setState({ files })
}

export function chooseDeveloper(developer: boolean): void {
  localStorage.setItem(DEVELOPER_KEY, developer ? 'yes' : 'no')
  preferences.setState({ developer })
}

/** How files are written for a reader of this language. */
export function csvStyle(language: string): CsvStyle {
  const { decimal, separator } = preferences.getState().files
  return { separator, decimal: decimal === 'point' ? '.' : decimalOf(language) }
}
