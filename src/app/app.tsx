/** The providers around every page. */
import { ToastRegion, UiProvider } from '#ui'
import { textOf, useTranslation } from '#i18n'
import { lazy, Suspense, useCallback, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { useStore } from 'zustand'
import { createRouter } from './router.tsx'
import { session } from './session.ts'
import { theme } from './theme.ts'

const SwitchRoute = lazy(async () => {
  const { SwitchRoute: Component } = await import('./switch-route.tsx')
  return { default: Component }
})

export function App() {
  const { i18n } = useTranslation()
  const choice = useStore(theme, (state) => state.choice)
  const [router] = useState(createRouter)
  const question = useStore(session.store, (state) => state.question)
  const { language } = i18n
  // A new function per language: what is memoised on `t` is remade when the language changes.
  const t = useCallback(
    (key: string, params?: Record<string, string | number>) =>
      textOf(language, key.startsWith('ui.') ? `ui:${key.slice('ui.'.length)}` : key, params),
    [language],
  )
  return (
    <UiProvider t={t} locale={language} theme={choice}>
      {/* The routes wait for the answer: which of two accounts continues. */}
      {question === null ? (
        <RouterProvider router={router} />
      ) : (
        <Suspense fallback={null}>
          <SwitchRoute question={question} />
        </Suspense>
      )}
      <ToastRegion />
    </UiProvider>
  )
}
