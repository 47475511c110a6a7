/** Entries of the menu at the end of the top bar. */
import { AREA_ICONS, DocumentIcon } from '#ui/icons/areas.tsx'
import {
  ChartBarIcon,
  EditIcon,
  ExternalIcon,
  GlobeIcon,
  KeyboardIcon,
  LockIcon,
  LogoutIcon,
  MailIcon,
  MoonIcon,
  SettingsIcon,
  SunIcon,
  SystemIcon,
  UserIcon,
} from '#ui/icons/index.tsx'
import { type MenuGroup, useUi } from '#ui'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { openOverlay } from './overlay.ts'
import { signOut } from './sign-out-route.tsx'
import { chooseTheme, theme, type ThemeChoice } from './theme.ts'

const THEME_CHOICES = ['light', 'dark', 'system'] as const satisfies readonly ThemeChoice[]
const THEME_ICONS = { light: <SunIcon />, dark: <MoonIcon />, system: <SystemIcon /> }

/** @param pages those that are linked nowhere else */
export function useSettings({
  username,
  ownAccount,
  pages,
}: {
  username: string
  ownAccount: string | undefined
  pages: readonly { readonly id: string; readonly path: string }[]
}): MenuGroup[] {
  const { t } = useUi()
  const navigate = useNavigate()
  const choice = useStore(theme, (state) => state.choice)
  return [
    {
      id: 'account',
      label: username,
      actions: [
        ...(ownAccount === undefined
          ? []
          : [{ id: 'own', label: t('home:menu.ownAccount'), icon: <EditIcon />, href: ownAccount }]),
        { id: 'profile', label: t('home:menu.profile'), icon: <UserIcon />, onAction: () => openOverlay('profile') },
        {
          id: 'sessions',
          label: t('home:menu.sessions'),
          icon: <SystemIcon />,
          onAction: () => openOverlay('sessions'),
        },
        { id: 'password', label: t('home:menu.password'), icon: <LockIcon />, onAction: () => openOverlay('password') },
        {
          id: 'language',
          label: t('home:menu.language'),
          icon: <GlobeIcon />,
          onAction: () => openOverlay('language'),
        },
        {
          id: 'preferences',
          label: t('home:menu.preferences'),
          icon: <SettingsIcon />,
          onAction: () => openOverlay('preferences'),
        },
      ],
    },
    {
      id: 'theme',
      label: t('app:nav.theme'),
      actions: THEME_CHOICES.map((one) => ({
        id: one,
        label: t(`app:nav.theme.${one}`),
        icon: THEME_ICONS[one],
        isChecked: one === choice,
        onAction: () => chooseTheme(one),
      })),
    },
    {
      id: 'more',
      actions: [
        ...pages.map(({ id, path }) => {
          const Icon = AREA_ICONS[id] ?? ChartBarIcon
          return { id, label: t(`home:screen.${id}`), icon: <Icon />, href: path }
        }),
        {
          id: 'dashboards',
          label: t('home:menu.dashboards'),
          icon: <ChartBarIcon />,
          href: '/users/dashboards/custom',
        },
        { id: 'reports', label: t('home:menu.reports'), icon: <MailIcon />, href: '/users/reports' },
        { id: 'links', label: t('home:menu.links'), icon: <GlobeIcon />, href: '/users/links' },
        { id: 'terms', label: t('home:menu.terms'), icon: <DocumentIcon />, href: '/users/terms-of-service' },
        { id: 'privacy', label: t('home:menu.privacy'), icon: <DocumentIcon />, href: '/users/privacy-policy' },
        {
          id: 'keys',
          label: t('home:menu.keys'),
          icon: <KeyboardIcon />,
          keys: '?',
          onAction: () => openOverlay('keys'),
        },
        { id: 'documentation', label: t('home:screen.docs'), icon: <DocumentIcon />, href: '/users/docs' },
        {
          id: 'docs',
          label: t('app:nav.apiDocs'),
          icon: <ExternalIcon />,
          onAction: () => window.location.assign('/api/docs'),
        },
      ],
    },
    {
      id: 'leave',
      actions: [{ id: 'logout', label: t('app:nav.logout'), icon: <LogoutIcon />, onAction: () => signOut(navigate) }],
    },
  ]
}
