/**
 * Everything the product keeps in a browser, as the cookies page lists it; `legal:cookies.what.<id>` and `.until.<id>`
 * say what for and how long.
 */
export interface StoredThing {
  readonly id: string
  readonly name: string
}

export const STORED: readonly StoredThing[] = [
  { id: 'token', name: 'access_token' },
  { id: 'code', name: 'aforo-otp' },
  { id: 'asking', name: 'aforo-otp-browser' },
  { id: 'passkey', name: 'aforo-passkey' },
  { id: 'browser', name: 'aforo-browser' },
  { id: 'turn', name: 'aforo-turn' },
  { id: 'provider', name: 'aforo-idp' },
  { id: 'site', name: 'aforo-site' },
  { id: 'screen', name: 'aforo.screen' },
  { id: 'locale', name: 'aforo.locale' },
  { id: 'theme', name: 'aforo.theme' },
  { id: 'filters', name: 'aforo.*' },
]
