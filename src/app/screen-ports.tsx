/** Ports for making screens. */
import { texts } from '#i18n'
import type { Language } from '#schemas/generated/entities/language.ts'
import { lazy, Suspense } from 'react'
import { confirming } from '../api/confirming.ts'
import { localsApi } from '../api/locals.ts'
import { screensApi } from '../api/screens.ts'
import type { ScreenPorts } from '../features/dashboards/screens-panel.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { SCREEN_PATH } from './screen-entry.ts'

const ask = () => import('./confirmations.ts').then(({ confirmations }) => confirmations.ask())
const Confirmation = lazy(() =>
  import('./confirmation-region.tsx').then(({ PageConfirmation }) => ({ default: PageConfirmation })),
)

export const screenPorts = (): ScreenPorts => ({
  api: screensApi(confirming(api.client, ask)),
  clients: localsApi(api.client).clients,
  search: () => window.location.search,
  lang: () => texts.language as Language,
  linkOf: (token) => `${window.location.origin}${SCREEN_PATH}#${token}`,
  say: errorText,
  confirmation: (
    <Suspense fallback={null}>
      <Confirmation />
    </Suspense>
  ),
})
