/** Entries of the palette: pages of this account, its brands and stores, and actions of every page. */
import { dashboardsApi } from '../api/dashboards.ts'
import { localsApi } from '../api/locals.ts'
import { hasAccess } from '#domain/access'
import { changeLanguage, LANGUAGE_NAMES, LANGUAGES } from '#i18n'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import { useUi } from '#ui'
import { hasCommandKey } from '#ui/command-key.ts'
import { AREA_ICONS, DocumentIcon } from '#ui/icons/areas.tsx'
import {
  BrandIcon,
  ChartBarIcon,
  ExternalIcon,
  GlobeIcon,
  KeyboardIcon,
  LockIcon,
  LogoutIcon,
  MoonIcon,
  SettingsIcon,
  StoreIcon,
  SunIcon,
  SystemIcon,
  TableIcon,
  UserIcon,
} from '#ui/icons/index.tsx'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { KeysDialog } from '../features/palette/keys-dialog.tsx'
import { Palette } from '../features/palette/palette.tsx'
import type { PaletteItem } from '../features/palette/find.ts'
import { api } from './api.ts'
import { COMPARE_PATH, destinationsFor, isBuilt, otherScreensFor } from './navigation.ts'
import { openOverlay, type Overlay } from './overlay.ts'
import { signOut } from './sign-out-route.tsx'
import type { OverlayProps } from './overlay-props.ts'
import { chooseTheme } from './theme.ts'
import { editorItems } from './palette-editor-items.tsx'
import { useNamesOf } from './use-names-of.tsx'

export function PaletteOverlay({ open, ...props }: OverlayProps) {
  return open === 'keys' ? <KeysDialog onClose={props.onClose} isMac={hasCommandKey()} /> : <Whole {...props} />
}

interface Entities {
  readonly clients: readonly Client[]
  readonly locals: readonly Local[]
}

/** Both lists at once, asked for with the first key and not before. */
function useEntities(isWanted: boolean): {
  state: 'none' | 'loading' | 'ready' | 'failed'
  entities: Entities | null
  want: () => void
} {
  const [wanted, setWanted] = useState(false)
  const [entities, setEntities] = useState<Entities | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!isWanted || !wanted) return undefined
    const leaving = new AbortController()
    const { clients, everyLocal } = localsApi(api.client)
    Promise.all([clients(leaving.signal), everyLocal(leaving.signal)]).then(
      ([c, l]) => setEntities({ clients: c, locals: l }),
      () => {
        if (!leaving.signal.aborted) setFailed(true)
      },
    )
    return () => leaving.abort()
  }, [isWanted, wanted])
  return {
    state: !isWanted ? 'none' : failed ? 'failed' : entities === null ? (wanted ? 'loading' : 'none') : 'ready',
    entities,
    want: () => setWanted(true),
  }
}

/** Dashboards one may open, asked for with the palette; without an answer the palette does without them. */
function useDashboards(locale: string): readonly Dashboard[] {
  const [dashboards, setDashboards] = useState<readonly Dashboard[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    dashboardsApi(api.client)
      .list(locale, leaving.signal)
      .then(setDashboards, () => undefined)
    return () => leaving.abort()
  }, [locale])
  return dashboards
}

type Go = (path: string) => void

function useItems({ me }: Pick<OverlayProps, 'me'>, entities: Entities | null): readonly PaletteItem[] {
  const { t, locale } = useUi()
  const navigate = useNavigate()
  const others = useMemo(() => otherScreensFor(me), [me])
  const named = useNamesOf(others.flatMap(({ title }) => (title === undefined ? [] : [title])))
  const dashboards = useDashboards(locale)
  return useMemo(() => {
    const go: Go = (path) => void navigate(path)
    const screens = [
      ...destinationsFor(me).map(({ id, path }): PaletteItem => ({
        id: `screens:${id}`,
        group: 'screens',
        label: t(`home:screen.${id}`),
        run: () => go(path),
      })),
      ...others.flatMap(({ path, title }): PaletteItem[] =>
        title === undefined || (/^(admin|alerts|campaigns|dashboard|fleet):/.test(title) && !named)
          ? []
          : [{ id: `screens:${path}`, group: 'screens', label: t(title), run: () => go(path) }],
      ),
    ]
    return [
      ...screens,
      ...dashboardItems(dashboards, go),
      ...(entities === null ? [] : entityItems(entities, go)),
      ...editorItems(t),
      ...actionItems(t, locale, () => signOut(navigate)),
    ]
  }, [me, t, locale, entities, navigate, others, named, dashboards])
}

/** Favourites first, then the last ones opened. What ships with the product is among the pages. */
const dashboardItems = (dashboards: readonly Dashboard[], go: Go): PaletteItem[] =>
  dashboards
    .filter(({ builtIn, provisioned, published }) => (!builtIn || provisioned) && published)
    .toSorted((a, b) => Number(b.starred) - Number(a.starred) || (b.openedAt ?? 0) - (a.openedAt ?? 0))
    .map(({ id, name, folder, tags }) => ({
      id: `dashboards:${id}`,
      group: 'dashboards',
      label: name,
      hint: [folder, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(' · '),
      run: () => go(`/users/dashboards/view/${id}`),
    }))

function entityItems({ clients, locals }: Entities, go: Go): PaletteItem[] {
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  return [
    ...clients.map(({ id, name }): PaletteItem => ({
      id: `clients:${id}`,
      group: 'clients',
      label: name,
      run: () => go(`${COMPARE_PATH}?client=${id}`),
    })),
    ...locals.map(({ id, name, code, client }): PaletteItem => ({
      id: `locals:${id}`,
      group: 'locals',
      label: name,
      hint: [names.get(client), code].filter(Boolean).join(' · '),
      run: () => go(`${COMPARE_PATH}?client=${client}&locals=${id}`),
    })),
  ]
}

function actionItems(t: ReturnType<typeof useUi>['t'], locale: string, onSignOut: () => void): PaletteItem[] {
  const action = (id: string, label: string, run: () => void): PaletteItem => ({
    id: `actions:${id}`,
    group: 'actions',
    label,
    run,
  })
  const opening = (['profile', 'sessions', 'password', 'preferences', 'keys'] satisfies Overlay[]).map((one) =>
    action(one, t(`home:menu.${one}`), () => openOverlay(one)),
  )
  return [
    ...opening,
    ...(['light', 'dark', 'system'] as const).map((one) =>
      action(`theme-${one}`, t('home:palette.theme', { name: t(`app:nav.theme.${one}`) }), () => chooseTheme(one)),
    ),
    action('logout', t('app:nav.logout'), onSignOut),
    ...LANGUAGES.filter((one) => one !== locale).map((one) =>
      action(
        `language-${one}`,
        t('home:palette.language', { name: LANGUAGE_NAMES[one] }),
        () => void changeLanguage(one),
      ),
    ),
    action('docs', t('app:nav.apiDocs'), () => window.location.assign('/api/docs')),
  ]
}

const ACTION_ICONS: Readonly<Record<string, ReactNode>> = {
  profile: <UserIcon />,
  sessions: <SystemIcon />,
  password: <LockIcon />,
  preferences: <SettingsIcon />,
  keys: <KeyboardIcon />,
  'theme-light': <SunIcon />,
  'theme-dark': <MoonIcon />,
  'theme-system': <SystemIcon />,
  logout: <LogoutIcon />,
  docs: <ExternalIcon />,
}

function iconOf({ group, id }: PaletteItem): ReactNode {
  if (group === 'dashboards') return <ChartBarIcon />
  if (group === 'clients') return <BrandIcon />
  if (group === 'locals') return <StoreIcon />
  const [, name = ''] = id.split(':')
  if (group === 'actions') return ACTION_ICONS[name] ?? <GlobeIcon />
  const Area =
    AREA_ICONS[name === '/users' ? 'home' : name] ?? (name.startsWith('/users/admin') ? TableIcon : DocumentIcon)
  return <Area />
}

function Whole({ me, onClose }: Omit<OverlayProps, 'open'>) {
  // Brands and stores lead to Compare: who may not open it has no use for them.
  const { state, entities, want } = useEntities(isBuilt(COMPARE_PATH) && hasAccess(me, 'footCompare'))
  const items = useItems({ me }, entities)
  return <Palette items={items} iconOf={iconOf} entities={state} onSearch={want} onClose={onClose} />
}
