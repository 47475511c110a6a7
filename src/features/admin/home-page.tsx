/** What there is to administer. */
import { MACHINES } from '#domain/machines/index'
import { Page, useUi } from '#ui'
import { AREA_ICONS, DocumentIcon, PeopleIcon } from '#ui/icons/areas.tsx'
import {
  BrandIcon,
  ChartBarIcon,
  ChartLineIcon,
  ClockIcon,
  KeyboardIcon,
  LinkIcon,
  MailIcon,
  SettingsIcon,
  StatusIcon,
  StoreIcon,
  TableIcon,
  UserIcon,
  WarningIcon,
} from '#ui/icons/index.tsx'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import type { Noun } from './noun.ts'
import { areaOf, NOUNS } from './nouns.ts'
import { area, PATHS } from './paths.ts'
import { useAll, useEntryCounts } from './use-admin-data.ts'
import css from './admin.module.css'

interface AreaCard {
  readonly id: string
  /** The namespace of its words; default `admin`. */ readonly texts?: 'fleet'
  /** In place of those words. */ readonly words?: readonly [title: string, note: string]
  readonly to: string
  readonly icon: ComponentType<{ size?: number }>
  readonly count: number | undefined
  /** What is counted, where that is not all there are. */ readonly counted?: string
}

export function AdminHomePage() {
  const { t, format } = useUi()
  const counts = useEntryCounts().data
  const count = {
    users: useAll('users').data?.length,
    groups: useAll('groups').data?.length,
    access: useAll('accesses').data?.length,
    programs: useAll('programs').data?.length,
    brands: useAll('brands').data?.length,
  }
  const areas: readonly AreaCard[] = [
    { id: 'users', to: PATHS.users.list, icon: UserIcon, count: count.users },
    { id: 'groups', to: PATHS.groups.list, icon: PeopleIcon, count: count.groups },
    { id: 'access', to: PATHS.access.list, icon: LinkIcon, count: count.access },
    { id: 'programs', to: PATHS.programs.list, icon: KeyboardIcon, count: count.programs },
    { id: 'brands', to: PATHS.brands.list, icon: BrandIcon, count: count.brands },
    {
      id: 'dashboards',
      words: [t('admin:dashboards.title'), t('admin:dashboards.note')],
      to: PATHS.dashboards,
      icon: ChartBarIcon,
      count: undefined,
    },
    { id: 'reportManagement', to: PATHS.reportManagement, icon: DocumentIcon, count: undefined },
    { id: 'places', to: PATHS.places, icon: StoreIcon, count: undefined },
    { id: 'quarantine', to: PATHS.quarantine, icon: WarningIcon, count: undefined },
    { id: 'modules', to: PATHS.modules, icon: ChartLineIcon, count: undefined },
    { id: 'playground', to: PATHS.playground, icon: TableIcon, count: undefined },
    { id: 'server', to: PATHS.server, icon: MailIcon, count: undefined },
    { id: 'audit', to: PATHS.audit, icon: ClockIcon, count: undefined },
    { id: 'footscans', texts: 'fleet', to: PATHS.footscans.list, icon: StatusIcon, count: undefined },
    { id: 'hub', texts: 'fleet', to: PATHS.hubble, icon: SettingsIcon, count: undefined },
    ...NOUNS.filter(({ partOf }) => partOf === undefined).map((noun): AreaCard => ({
      id: noun.name,
      words: [t(`${areaOf(noun)}:${noun.card ?? 'title'}`), t(`${areaOf(noun)}:note`)],
      to: area(noun.name).list,
      icon: AREA_ICONS[noun.icon] ?? TableIcon,
      ...waitingOf(noun),
    })),
  ]
  // What is to be done of a noun with states, which is what its list begins with.
  function waitingOf(noun: Noun): Pick<AreaCard, 'count' | 'counted'> {
    const initial = Object.hasOwn(MACHINES, noun.noun) ? MACHINES[noun.noun]?.initial : undefined
    if (initial === undefined) return { count: undefined }
    // One card leads to the lists that are one page.
    const names = NOUNS.filter((one) => one === noun || one.partOf === noun.name).map(({ name }) => name)
    const all = (counts ?? []).filter(({ name }) => names.includes(name))
    const count = all.reduce((sum, { states }) => sum + (states[initial] ?? 0), 0)
    return { count: count === 0 ? undefined : count, counted: t(`${areaOf(noun)}:states.${initial}`) }
  }
  return (
    <Page title={t('admin:title')} note={t('admin:note')}>
      <ul className={css.cards}>
        {areas.map(
          ({
            id,
            texts = 'admin',
            words = [t(`${texts}:${id}.title`), t(`${texts}:${id}.note`)],
            to,
            icon: Icon,
            count: many,
            counted,
          }) => (
            <li key={id}>
              <Link to={to} className={css.card}>
                <span className={css.icon}>
                  <Icon size={20} />
                </span>
                <span className={css.words}>
                  <strong>{words[0]}</strong>
                  <span>{words[1]}</span>
                </span>
                {many !== undefined && (
                  <span className={css.many}>
                    {format.exact(many, 'count')}
                    {counted !== undefined && <small>{counted}</small>}
                  </span>
                )}
              </Link>
            </li>
          ),
        )}
      </ul>
    </Page>
  )
}
