/** The nouns of the administration. */
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
import { type ComponentType, useId } from 'react'
import { Link } from 'react-router'
import { HOME_GROUPS, type HomeGroup, type Noun } from './noun.ts'
import { areaOf, NOUNS } from './nouns.ts'
import { area, PATHS } from './paths.ts'
import { useAll, useEntryCounts } from './use-admin-data.ts'
import css from './admin.module.css'

interface AreaCard {
  readonly id: string
  readonly group: HomeGroup
  /** The namespace of its words; default `admin`. */ readonly texts?: 'fleet'
  /** In place of those words. */ readonly words?: readonly [title: string, note: string]
  readonly to: string
  readonly icon: ComponentType<{ size?: number }>
  readonly count: number | undefined
  /** Label of the counted entries, where these are not all. */ readonly counted?: string
}

/** All cards, each part in the order in which its work is done. */
function useCards(): readonly AreaCard[] {
  const { t } = useUi()
  const counts = useEntryCounts().data
  const count = {
    users: useAll('users').data?.length,
    groups: useAll('groups').data?.length,
    access: useAll('accesses').data?.length,
    programs: useAll('programs').data?.length,
    brands: useAll('brands').data?.length,
  }
  // Open entries of a noun with states, with which its list begins.
  function waitingOf(noun: Noun): Pick<AreaCard, 'count' | 'counted'> {
    const initial = Object.hasOwn(MACHINES, noun.noun) ? MACHINES[noun.noun]?.initial : undefined
    if (initial === undefined) return { count: undefined }
    // One card leads to the lists that are one page.
    const names = NOUNS.filter((one) => one === noun || one.partOf === noun.name).map(({ name }) => name)
    const all = (counts ?? []).filter(({ name }) => names.includes(name))
    const count = all.reduce((sum, { states }) => sum + (states[initial] ?? 0), 0)
    return { count: count === 0 ? undefined : count, counted: t(`${areaOf(noun)}:states.${initial}`) }
  }
  return [
    {
      id: 'dashboards',
      group: 'publish',
      words: [t('admin:dashboards.title'), t('admin:dashboards.note')],
      to: PATHS.dashboards,
      icon: ChartBarIcon,
      count: undefined,
    },
    { id: 'reportManagement', group: 'publish', to: PATHS.reportManagement, icon: DocumentIcon, count: undefined },
    ...NOUNS.filter(({ partOf }) => partOf === undefined).map((noun): AreaCard => ({
      id: noun.name,
      group: noun.group,
      words: [t(`${areaOf(noun)}:${noun.card ?? 'title'}`), t(`${areaOf(noun)}:note`)],
      to: area(noun.name).list,
      icon: AREA_ICONS[noun.icon] ?? TableIcon,
      ...waitingOf(noun),
    })),
    { id: 'places', group: 'sell', to: PATHS.places, icon: StoreIcon, count: undefined },
    { id: 'modules', group: 'sell', to: PATHS.modules, icon: ChartLineIcon, count: undefined },
    { id: 'footscans', group: 'keep', texts: 'fleet', to: PATHS.footscans.list, icon: StatusIcon, count: undefined },
    { id: 'hub', group: 'keep', texts: 'fleet', to: PATHS.hubble, icon: SettingsIcon, count: undefined },
    { id: 'quarantine', group: 'keep', to: PATHS.quarantine, icon: WarningIcon, count: undefined },
    { id: 'users', group: 'people', to: PATHS.users.list, icon: UserIcon, count: count.users },
    { id: 'groups', group: 'people', to: PATHS.groups.list, icon: PeopleIcon, count: count.groups },
    { id: 'access', group: 'people', to: PATHS.access.list, icon: LinkIcon, count: count.access },
    { id: 'programs', group: 'people', to: PATHS.programs.list, icon: KeyboardIcon, count: count.programs },
    { id: 'brands', group: 'publish', to: PATHS.brands.list, icon: BrandIcon, count: count.brands },
    { id: 'playground', group: 'system', to: PATHS.playground, icon: TableIcon, count: undefined },
    { id: 'server', group: 'system', to: PATHS.server, icon: MailIcon, count: undefined },
    { id: 'audit', group: 'system', to: PATHS.audit, icon: ClockIcon, count: undefined },
  ]
}

export function AdminHomePage() {
  const { t } = useUi()
  const headings = useId()
  const cards = useCards()
  return (
    <Page title={t('admin:title')} note={t('admin:note')}>
      <div className={css.groups}>
        {HOME_GROUPS.map((group) => (
          <section key={group} aria-labelledby={`${headings}${group}`}>
            <h2 id={`${headings}${group}`} className={css.groupTitle}>
              {t(`admin:home.${group}`)}
            </h2>
            <ul className={css.cards}>
              {cards
                .filter((card) => card.group === group)
                .map((card) => (
                  <li key={card.id}>
                    <AreaLink card={card} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  )
}

function AreaLink({ card }: { card: AreaCard }) {
  const { t, format } = useUi()
  const { id, texts = 'admin', to, icon: Icon, count, counted } = card
  const [title, note] = card.words ?? [t(`${texts}:${id}.title`), t(`${texts}:${id}.note`)]
  return (
    <Link to={to} className={css.card}>
      <span className={css.icon}>
        <Icon size={20} />
      </span>
      <span className={css.words}>
        <strong>{title}</strong>
        <span>{note}</span>
      </span>
      {count !== undefined && (
        <span className={css.many}>
          {format.exact(count, 'count')}
          {counted !== undefined && <small>{counted}</small>}
        </span>
      )}
    </Link>
  )
}
