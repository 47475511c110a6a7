/** The page of a screen: `/screen#<token>`. The token is in the fragment, which browsers send to no server. */

export const SCREEN_PATH = '/screen'

/** Whether this page is that of a screen: it has no person's session, and leaves that of the same browser alone. */
export const isScreenPage = (pathname: string): boolean => pathname.replace(/\/$/, '') === SCREEN_PATH

let carried: string | null = null

/** Takes the token out of the address bar and the history entry. Once, before anything else looks at the address. */
export function takeScreenToken(
  location: Pick<Location, 'hash'> = window.location,
  history: Pick<History, 'replaceState' | 'state'> = window.history,
): void {
  const token = location.hash.slice(1)
  if (token === '') return
  carried = token
  history.replaceState(history.state, '', SCREEN_PATH)
}

/** The token of the address; null without one. */
export const carriedScreenToken = (): string | null => carried
