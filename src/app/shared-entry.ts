/**
 * The page of a public link: `/shared/<slug>?lang=&theme=#<token>`. The token is in the fragment, which browsers send
 * to no server; it stays in the address bar, from where the link is passed on.
 */
import { isLanguage, type Language } from '#i18n'

const PAGE = /^\/shared\/[\w-]{1,64}\/?$/

/**
 * Whether this page is that of a public link: it has no person's session, and leaves that of the same browser alone.
 */
export const isSharedPage = (pathname: string): boolean => PAGE.test(pathname)

/** The whole address of a link, to be copied. */
export const sharedLink = (origin: string, { slug, token }: { readonly slug: string; readonly token: string }) =>
  `${origin}/shared/${slug}#${token}`

export interface Look {
  readonly lang: Language | null
  readonly theme: 'light' | 'dark' | null
}

/** Settings from the page that frames it; invalid ones are left out. */
export function lookOf(search: string): Look {
  const query = new URLSearchParams(search)
  const [lang, theme] = [query.get('lang') ?? '', query.get('theme')]
  return { lang: isLanguage(lang) ? lang : null, theme: theme === 'light' || theme === 'dark' ? theme : null }
}
