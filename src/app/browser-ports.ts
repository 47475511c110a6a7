/** The browser's clock and address bar in the shape the engine asks for. */
import type { Clock, UrlPort, VisibilityPort } from '#engine'

export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export const browserVisibility: VisibilityPort = {
  hidden: () => document.hidden,
  onChange(listener) {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}

/**
 * Writes the query of the address without the router: a filter is state of the page, not a navigation, so no guard runs
 * again. The router's own state is kept in the entry, so that Back out of the dashboard still works.
 */
export function browserUrl(): UrlPort {
  return {
    search: () => window.location.search,
    write(search, mode) {
      const query = search === '' || search.startsWith('?') ? search : `?${search}`
      const address = `${window.location.pathname}${query}${window.location.hash}`
      if (mode === 'push') window.history.pushState(window.history.state, '', address)
      else window.history.replaceState(window.history.state, '', address)
    },
    onChange(listener) {
      const { pathname } = window.location
      const onPopState = () => {
        if (window.location.pathname === pathname) listener()
      }
      window.addEventListener('popstate', onPopState)
      return () => window.removeEventListener('popstate', onPopState)
    },
  }
}
