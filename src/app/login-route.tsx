/** The login page: what it needs of the server, and where it leads. */
import { ApiError } from '#api'
import { changeLanguage } from '#i18n'
import type { Branding } from '#schemas/generated/entities/branding.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import { type LoaderFunctionArgs, redirect, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import type { LoginPorts } from '../features/session/login-flow.ts'
import { LoginPage } from '../features/session/login-page.tsx'
import { afterLogin } from './after-login.ts'
import { api } from './api.ts'
import { errorText, worded } from './error-text.ts'
import { hostBrand } from './host-brand.ts'
import { pathOf } from './navigation.ts'
import { passkeyObstacle } from './passkeys.ts'
import { session } from './session.ts'
import { track } from './tracking.ts'

/** The result of a sign-in; null when the account needs a code first. Rejects with the sentence to show. */
export const unlessCode = <T,>(work: Promise<T>): Promise<T | null> =>
  worded(
    work.catch((cause: unknown) => {
      if (cause instanceof ApiError && cause.code === 'OTP_REQUIRED') return null
      throw cause
    }),
  )

/** The server's questions about a one-time code, with their refusals in words. */
export const codePorts: Omit<LoginPorts, 'signIn'> = {
  usesCode: (username) =>
    worded(
      api.session.usesCode(username).catch((cause: unknown) => {
        if (cause instanceof ApiError && cause.status === 429) return null
        throw cause
      }),
    ),
  sendCode: (username) => worded(api.session.sendCode(username)),
  checkCode: (username, code) => worded(api.session.checkCode(username, code)),
}

/**
 * A user who is signed in already, by a stored token or by the link that led here, is sent on; only an account without
 * dashboards stays and reads why.
 */
export async function loginLoader({ request }: LoaderFunctionArgs): Promise<Branding | null | Response> {
  const query = new URL(request.url).searchParams
  const brand = hostBrand()
  // A server that is away leaves the form to say so.
  const me = await session.ensure().catch(() => null)
  if (me !== null && !query.has('nodash'))
    return redirect(afterLogin(me, query.get('redirect'), window.location.origin, pathOf))
  return brand
}

export function LoginRoute() {
  const brand = useLoaderData<Branding | null>()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const linkRefused = useStore(session.store, (state) => state.linkRefused)
  const enter = async (me: Me) => {
    track('login')
    await navigate(afterLogin(me, query.get('redirect'), window.location.origin, pathOf), { replace: true })
  }
  const withPasskey = async () => {
    const me = await worded(session.signInByPasskey())
    if (me !== null) await enter(me)
    return me !== null
  }
  const ports: LoginPorts = {
    ...codePorts,
    async signIn(username, password) {
      const me = await unlessCode(session.signIn(username, password))
      if (me === null) return false
      await enter(me)
      return true
    },
  }
  const code = query.get('error') ?? (linkRefused ? 'TOKEN_INVALID' : null)
  return (
    <LoginPage
      brand={brand}
      ports={ports}
      onLanguage={(language) => void changeLanguage(language)}
      noDashboards={query.has('nodash')}
      ended={session.endedByItself()}
      problem={code === null ? undefined : errorText({ code })}
      onPasskey={passkeyObstacle(brand?.passkeyHost) === null ? withPasskey : undefined}
      onProvider={
        brand?.identityProvider === true ? () => window.location.assign('/api/oauth/redirect-authorize') : undefined
      }
    />
  )
}
