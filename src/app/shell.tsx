/** The frame around every signed-in page: skip link, top bar, the page itself. */
import { IconButton, Logo, Menu, type MenuGroup, useUi } from '#ui'
import { ExternalIcon, GlobeIcon, LogoutIcon, MoonIcon, SunIcon, SystemIcon, UserIcon } from '#ui/icons/index.tsx'
import { changeLanguage, LANGUAGE_NAMES, LANGUAGES } from '#i18n'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { useStore } from 'zustand'
import { chooseTheme, theme, type ThemeChoice } from './theme.ts'
import css from './shell.module.css'

export interface NavEntry { to: string; label: string }

export interface ShellProps {
  username: string
  entries: readonly NavEntry[]
  onLogout: () => void
  children: ReactNode
}

export function Shell({ username, entries, onLogout, children }: ShellProps) {
  const { t } = useUi()
  return (
    <>
      <a className={css.skip} href="#main">{t('app:nav.skip')}</a>
      <header className={css.bar} data-print="hide">
        <Link to="/users" className={css.home} aria-label={t('app:nav.home')}><Logo size={24} /></Link>
        <nav className={css.nav} aria-label={t('app:nav.main')}>
          {entries.map(({ to, label }) => <NavLink key={to} to={to} className={css.link}>{t(label)}</NavLink>)}
        </nav>
        <span className={css.who}>{username}</span>
        <SettingsMenu onLogout={onLogout} />
      </header>
      <main id="main" className={css.main} tabIndex={-1}>{children}</main>
    </>
  )
}

const THEME_ICONS = { light: <SunIcon />, dark: <MoonIcon />, system: <SystemIcon /> }

function SettingsMenu({ onLogout }: { onLogout: () => void }) {
  const { t, locale } = useUi()
  const choice = useStore(theme, (state) => state.choice)
  const groups: MenuGroup[] = [
    { id: 'language', label: t('app:nav.language'), actions: LANGUAGES.map((language) => ({ id: language, label: LANGUAGE_NAMES[language], icon: <GlobeIcon />, isChecked: language === locale, onAction: () => void changeLanguage(language) })) },
    { id: 'theme', label: t('app:nav.theme'), actions: (['light', 'dark', 'system'] satisfies ThemeChoice[]).map((one) => ({ id: one, label: t(`app:nav.theme.${one}`), icon: THEME_ICONS[one], isChecked: one === choice, onAction: () => chooseTheme(one) })) },
    { id: 'account', actions: [
      { id: 'docs', label: t('app:nav.apiDocs'), icon: <ExternalIcon />, onAction: () => window.location.assign('/api/docs') },
      { id: 'logout', label: t('app:nav.logout'), icon: <LogoutIcon />, onAction: onLogout },
    ] },
  ]
  return <Menu label={t('app:nav.settings')} actions={groups} trigger={<IconButton plain label={t('app:nav.settings')} icon={<UserIcon />} />} />
}
