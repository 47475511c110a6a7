/** Ports for making public links. */
import { texts } from '#i18n'
import type { Language } from '#schemas/generated/entities/language.ts'
import { lazy, Suspense } from 'react'
import { confirming } from '../api/confirming.ts'
import { localsApi } from '../api/locals.ts'
import { publicLinksApi } from '../api/public-links.ts'
import type { LinkPorts } from '../features/links/ports.ts'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { sharedLink } from './shared-entry.ts'

const ask = () => import('./confirmations.ts').then(({ confirmations }) => confirmations.ask())
const Confirmation = lazy(() =>
  import('./confirmation-region.tsx').then(({ PageConfirmation }) => ({ default: PageConfirmation })),
)

export function linkPorts(): LinkPorts {
  const { clients, locals } = localsApi(api.client)
  return {
    api: publicLinksApi(confirming(api.client, ask)),
    clients,
    locals,
    lang: () => texts.language as Language,
    now: Date.now,
    linkOf: (made) => sharedLink(window.location.origin, made),
    say: errorText,
    confirmation: (
      <Suspense fallback={null}>
        <Confirmation />
      </Suspense>
    ),
  }
}
