/**
 * Needed by every part from the application: texts, language and theme. The parts know no i18n library and no business
 * noun.
 */
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { formatterFor, type UiFormat } from './format.ts'

export type Translate = (key: string, params?: Record<string, string | number>) => string
export type Theme = 'light' | 'dark'

export interface Ui {
  /** Looks `ui.*` keys up in the reader's language. */
  readonly t: Translate
  readonly locale: string
  /** The theme in force, `system` resolved. */
  readonly theme: Theme
  readonly format: UiFormat
}

export interface UiProviderProps {
  t: Translate
  locale: string
  /** `system` (default) follows the reader's system. Written to `data-theme` of the document. */
  theme?: Theme | 'system'
  children: ReactNode
}

const UiContext = createContext<Ui | null>(null)

const query = '(prefers-color-scheme: dark)'
function subscribe(notify: () => void) {
  const media = matchMedia(query)
  media.addEventListener('change', notify)
  return () => media.removeEventListener('change', notify)
}
const systemIsDark = () => matchMedia(query).matches

/** Gives the parts below their texts, formats and theme. One per application, at the root. */
export function UiProvider({ t, locale, theme = 'system', children }: UiProviderProps) {
  const dark = useSyncExternalStore(subscribe, systemIsDark, () => false)
  const resolved: Theme = theme === 'system' ? (dark ? 'dark' : 'light') : theme

  useEffect(() => {
    document.documentElement.dataset.theme = resolved
  }, [resolved])

  const ui = useMemo<Ui>(() => ({ t, locale, theme: resolved, format: formatterFor(locale) }), [t, locale, resolved])
  return <UiContext value={ui}>{children}</UiContext>
}

/** Texts, language, theme and number formats of the reader. Throws outside a `UiProvider`. */
export function useUi(): Ui {
  const ui = use(UiContext)
  if (ui === null) throw new Error('useUi: no UiProvider above this component')
  return ui
}
