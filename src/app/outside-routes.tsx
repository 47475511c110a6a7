/** The ways in besides the login page: for an outside application, by a recovery mail, by the link in it. */
import { ApiError } from '#api'
import { changeLanguage, type Language } from '#i18n'
import type { Branding } from '#schemas/generated/entities/branding.ts'
import { useUi } from '#ui'
import { useCallback, useMemo } from 'react'
import { useLoaderData, useNavigate, useParams, useSearchParams } from 'react-router'
import { type ChangeOutcome, ChangePage } from '../features/session/change-page.tsx'
import { LoginPage } from '../features/session/login-page.tsx'
import { landingOf, oauthParamsOf } from '../features/session/oauth-query.ts'
import { OauthProblem } from '../features/session/oauth-problem.tsx'
import { RecoverPage } from '../features/session/recover-page.tsx'
import { afterLogin } from './after-login.ts'
import { api } from './api.ts'
import { errorText, worded } from './error-text.ts'
import { hostBrand } from './host-brand.ts'
import { codePorts, unlessCode } from './login-route.tsx'
import { pathOf } from './navigation.ts'
import { session } from './session.ts'

export const brandLoader = (): Promise<Branding | null> => hostBrand()

const onLanguage = (language: Language) => void changeLanguage(language)

/** True for the server's own no, as opposed to no answer at all. */
const isRefusal = (cause: unknown) =>
  cause instanceof ApiError && cause.status >= 400 && cause.status < 500 && cause.status !== 408 && cause.status !== 429

export function SpacesRoute() {
  const brand = useLoaderData<Branding | null>()
  const [query] = useSearchParams()
  const oauth = oauthParamsOf(query)
  if ('wrong' in oauth) return <OauthProblem brand={brand} onLanguage={onLanguage} wrong={oauth.wrong} />
  const signIn = async (username: string, password: string) => {
    const answer = await unlessCode(api.session.authorize(username, password, oauth.params))
    if (answer === null) return false
    const landing = landingOf(answer)
    if (landing === null) throw new Error(errorText({ code: 'ANSWER_UNEXPECTED' }))
    window.location.assign(landing)
    return true
  }
  return <LoginPage brand={brand} onLanguage={onLanguage} ports={{ ...codePorts, signIn }} forHost={oauth.host} />
}

async function sendLink(email: string, language: string): Promise<boolean> {
  try {
    await api.account.recover(email, language)
    return true
  } catch (cause) {
    // Nothing is wrong with the address then.
    if (cause instanceof ApiError && cause.code === 'MAIL_UNAVAILABLE') throw cause
    if (isRefusal(cause)) return false
    throw cause
  }
}

export function RecoverRoute() {
  const brand = useLoaderData<Branding | null>()
  const { locale } = useUi()
  return <RecoverPage brand={brand} onLanguage={onLanguage} send={(email) => sendLink(email, locale)} />
}

async function change(token: string, password: string): Promise<ChangeOutcome> {
  try {
    await api.account.resetPassword(token, password)
    return 'changed'
  } catch (cause) {
    const code = cause instanceof ApiError ? cause.code : ''
    return code === 'PASSWORD_SAME' ? 'same' : code === 'PASSWORD_COMMON' ? 'common' : 'refused'
  }
}

export function ChangeRoute() {
  const brand = useLoaderData<Branding | null>()
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const owner = useCallback(
    () =>
      api.account.linkOwner(token).catch((cause: unknown) => {
        if (isRefusal(cause)) return null
        throw cause
      }),
    [token],
  )
  const toRecover = useCallback(() => {
    void navigate('/recover', { replace: true })
  }, [navigate])
  const signIn = useCallback(
    async (username: string, password: string) => {
      const me = await worded(session.signIn(username, password))
      await navigate(afterLogin(me, null, window.location.origin, pathOf), { replace: true })
    },
    [navigate],
  )
  const set = useMemo(() => (password: string) => change(token, password), [token])
  return (
    <ChangePage
      key={token}
      brand={brand}
      onLanguage={onLanguage}
      owner={owner}
      change={set}
      signIn={signIn}
      toRecover={toRecover}
    />
  )
}
