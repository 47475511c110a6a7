/** Parameters of an external application for signing in here, and the address afterwards. */
import type { OauthQuery } from '../../api/session.ts'

const REQUIRED = ['client_id', 'redirect_uri', 'response_type', 'state'] as const
const OPTIONAL = ['code_challenge', 'code_challenge_method'] as const

const webAddress = (text: string): URL | null => {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

/** Headers are latin-1 without control characters; anything else could not even be sent. */
const isSendable = (text: string) => /^[\x20-\x7e\xa0-\xff]*$/.test(text)

/**
 * The parameters, or the names of those that are missing or cannot be right. The server compares them with what it
 * knows.
 */
export function oauthParamsOf(query: URLSearchParams): { params: OauthQuery; host: string } | { wrong: string[] } {
  const values = Object.fromEntries(
    [...REQUIRED, ...OPTIONAL].flatMap((name) => {
      const value = query.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  ) as Partial<Record<keyof OauthQuery, string>>
  const target = values.redirect_uri === undefined ? null : webAddress(values.redirect_uri)
  const wrong = [...REQUIRED, ...OPTIONAL].filter((name) => {
    const value = values[name]
    if (value === undefined) return REQUIRED.includes(name as (typeof REQUIRED)[number])
    return (
      !isSendable(value) ||
      (name === 'redirect_uri' && target === null) ||
      (name === 'response_type' && value !== 'code')
    )
  })
  return wrong.length > 0 || target === null ? { wrong } : { params: values as OauthQuery, host: target.host }
}

/**
 * The application's address with the code and the state; null when the answer names no web address. Only the server's
 * word counts.
 */
export function landingOf({
  code,
  state,
  redirect_uri: target,
}: {
  code: string
  state: string
  redirect_uri: string
}): string | null {
  const url = webAddress(target)
  if (url === null) return null
  url.searchParams.set('code', code)
  url.searchParams.set('state', state)
  return url.href
}
