/**
 * The frame around every signed-in page: skip link, top bar, the page itself. What is in the bar is given to it.
 */
import { Button, IconButton, Kbd, Logo, Menu, type MenuGroup, useUi } from '#ui'
import { ChevronDownIcon, SearchIcon, UserIcon } from '#ui/icons/index.tsx'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import css from './shell.module.css'

/** `label` is a text key. */
interface NavEntry {
  readonly to: string
  readonly label: string
}

export interface ShellProps {
  username: string
  entries: readonly NavEntry[]
  settings: readonly MenuGroup[]
  /** The person's own edit page; without it the name opens the profile. */
  ownAccount?: string | undefined
  onProfile: () => void
  onSearch: () => void
  /** Words under the name, on hover and focus: when this person was here last. */
  lastLogin?: string | undefined
  /** The host's own mark and name; the product's otherwise. */
  logo?: { readonly src?: string | undefined; readonly name: string } | undefined
  /** Some pages are without the bar. */
  navbar?: boolean
  background?: 'plain' | 'deep'
  children: ReactNode
}

export function Shell({ navbar = true, background = 'plain', children, ...bar }: ShellProps) {
  const { t } = useUi()
  useEffect(() => {
    document.documentElement.dataset.ground = background
    return () => {
      delete document.documentElement.dataset.ground
    }
  }, [background])
  return (
    <>
      <a className={css.skip} href="#main">
        {t('app:nav.skip')}
      </a>
      {navbar && <Bar {...bar} />}
      <main id="main" className={css.main} data-bar={navbar || undefined} tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

function Bar({
  username,
  entries,
  settings,
  ownAccount,
  onProfile,
  onSearch,
  lastLogin,
  logo,
}: Omit<ShellProps, 'navbar' | 'background' | 'children'>) {
  const { t } = useUi()
  return (
    <header className={css.bar} data-print="hide" data-many={entries.length > 4 || undefined}>
      <Link to="/users" className={css.home} aria-label={`${logo?.name ?? 'Aforo'} · ${t('app:nav.home')}`}>
        <Logo
          size={24}
          {...(logo?.src !== undefined && { src: logo.src })}
          {...(logo !== undefined && { name: logo.name })}
        />
      </Link>
      <nav className={css.nav} aria-label={t('app:nav.main')}>
        {entries.map(({ to, label }) => (
          <NavLink key={to} to={to} className={css.link}>
            {t(label)}
          </NavLink>
        ))}
      </nav>
      {entries.length > 0 && <PagesMenu entries={entries} />}
      <div className={css.end}>
        <button
          type="button"
          className={css.search}
          aria-label={t('home:bar.search')}
          aria-keyshortcuts="Control+K"
          onClick={onSearch}
        >
          <SearchIcon />
          <span>{t('home:bar.search')}</span>
          <Kbd>{t('home:keys.ctrl')} K</Kbd>
        </button>
        <Who username={username} ownAccount={ownAccount} onProfile={onProfile} lastLogin={lastLogin} />
        <Menu
          label={t('app:nav.settings')}
          actions={settings}
          trigger={<IconButton plain label={t('app:nav.settings')} icon={<UserIcon />} />}
        />
      </div>
    </header>
  )
}

/** On a phone the pages are in a menu that carries the name of the one on show. */
function PagesMenu({ entries }: { entries: readonly NavEntry[] }) {
  const { t } = useUi()
  const { pathname } = useLocation()
  const current = entries.find(({ to }) => pathname.startsWith(to))
  return (
    <div className={css.pages}>
      <Menu
        label={t('home:bar.pages')}
        placement="bottom start"
        actions={entries.map(({ to, label }) => ({ id: to, label: t(label), href: to, isChecked: to === current?.to }))}
        trigger={
          <Button
            kind="quiet"
            aria-label={current === undefined ? t('home:bar.pages') : `${t('home:bar.pages')}: ${t(current.label)}`}
          >
            <span className={css.current}>
              <span>{t(current?.label ?? 'home:bar.pages')}</span>
              <ChevronDownIcon size={14} />
            </span>
          </Button>
        }
      />
    </div>
  )
}

/** The greeting: a link to one's own account for who has such a page, else a button to the profile. */
function Who({
  username,
  ownAccount,
  onProfile,
  lastLogin,
}: Pick<ShellProps, 'username' | 'ownAccount' | 'onProfile' | 'lastLogin'>) {
  const { t } = useUi()
  const id = useId()
  // Escape takes the words away until the pointer or the focus comes back.
  const [isClosed, setClosed] = useState(false)
  const given = {
    className: css.who,
    'aria-describedby': lastLogin === undefined ? undefined : id,
    children: t('home:greeting', { name: username }),
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Escape') setClosed(true)
    },
  }
  return (
    <span
      className={css.greeting}
      data-closed={isClosed || undefined}
      onPointerEnter={() => setClosed(false)}
      onBlur={() => setClosed(false)}
    >
      {ownAccount === undefined ? (
        <button type="button" onClick={onProfile} {...given} />
      ) : (
        <Link to={ownAccount} {...given} />
      )}
      {lastLogin !== undefined && (
        <span role="tooltip" id={id} className={css.last}>
          {lastLogin}
        </span>
      )}
    </span>
  )
}
