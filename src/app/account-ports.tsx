/** Ports of the sign-in part of the own account. */
import { lazy, Suspense } from 'react'
import { apiTokensApi } from '../api/api-tokens.ts'
import { confirming } from '../api/confirming.ts'
import { secondFactorsApi } from '../api/second-factors.ts'
import type { ApiTokenPorts } from '../features/account/api-tokens.tsx'
import type { AppPorts } from '../features/account/app-codes.tsx'
import type { PasskeyPorts } from '../features/account/passkeys.tsx'
import { api } from './api.ts'
import { worded } from './error-text.ts'
import { passkeyObstacle, createPasskey } from './passkeys.ts'

const ask = () => import('./confirmations.ts').then(({ accountConfirmations }) => accountConfirmations.ask())
const Confirmation = lazy(() =>
  import('./confirmation-region.tsx').then(({ AccountConfirmation }) => ({ default: AccountConfirmation })),
)

const asking = confirming(api.client, ask)
export const factorsApi = secondFactorsApi(asking)
export const tokensApi = apiTokensApi(asking)

/** "Is it still you?" above the dialog of the account. */
export const accountConfirmation = (
  <Suspense fallback={null}>
    <Confirmation />
  </Suspense>
)

export const appPorts = (changed: () => void): AppPorts => ({
  begin: () => worded(factorsApi.beginApp()),
  confirm: (code) => worded(factorsApi.confirmApp(code)),
  renew: () => worded(factorsApi.renewRecoveryCodes()),
  remove: () => worded(factorsApi.removeApp()),
  changed,
})

export const apiTokenPorts = (changed: () => void): ApiTokenPorts => ({
  add: (draft) => worded(tokensApi.add(draft)),
  revoke: (id) => worded(tokensApi.revoke(id)),
  changed,
})

async function addPasskey(name: string): Promise<boolean> {
  const answer = await createPasskey(await factorsApi.passkeyOptions())
  if (answer === null) return false
  await factorsApi.addPasskey(name, answer)
  return true
}

/** @param host under which the server takes passkeys */
export const passkeyPorts = (host: string | undefined, changed: () => void): PasskeyPorts => ({
  obstacle: passkeyObstacle(host),
  add: (name) => worded(addPasskey(name)),
  rename: (id, name) => worded(factorsApi.renamePasskey(id, name)),
  remove: (id) => worded(factorsApi.removePasskey(id)),
  changed,
})
