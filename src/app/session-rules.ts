/** The session's decisions, without a browser. */
import { isLanguage, type Language } from '#i18n'
import type { Me } from '#schemas/generated/entities/me.ts'

/**
 * The language to show after a sign-in: what this person last chose in this browser, else what was chosen on the login
 * page, else the account's own.
 */
export function languageFor(account: Language, lastChosen: string | null, chosenAtLogin: Language | null): Language {
  if (chosenAtLogin !== null) return chosenAtLogin
  return isLanguage(lastChosen) ? lastChosen : account
}

/**
 * The action of this tab when another one changed the stored token: the same person signing in again changes nothing
 * here, another account reloads the page, a sign-out leads to login. `meOf` says whose the new token is.
 */
export async function afterTokenChange(
  me: Pick<Me, 'id'> | null,
  token: string | null,
  meOf: (token: string) => Promise<Pick<Me, 'id'>>,
): Promise<'stay' | 'login' | 'reload'> {
  if (me === null) return token === null ? 'stay' : 'reload'
  if (token === null) return 'login'
  return (await meOf(token)).id === me.id ? 'stay' : 'reload'
}
