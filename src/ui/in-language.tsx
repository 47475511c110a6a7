/**
 * The reader's language for parts of react-aria that write or sort something. It is around what opens on a click and
 * around the fields that need it, not around the page: the module behind it asks the browser for all its languages as
 * soon as it is read, 8 ms of a core before the first drawing.
 */
import { dateLocale } from '#domain/date-locale'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { useUi } from './provider.tsx'

/** Without it such a part takes the browser's language in place of the reader's. */
export function InLanguage({ children }: { children: ReactNode }) {
  const { locale } = useUi()
  return <I18nProvider locale={dateLocale(locale)}>{children}</I18nProvider>
}
