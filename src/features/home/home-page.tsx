/** Home: the cards a person may open, in sections; a section without cards is not shown (spec 1, "Home"). */
import { writtenMoment } from '#domain/written'
import { Button, EmptyState, useUi } from '#ui'
import { LockIcon } from '#ui/icons/index.tsx'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import css from './home-page.module.css'

/** Texts are keys of the interface texts. */
interface HomeCard {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly icon: ComponentType<{ size?: number }>
  readonly to: string
}
interface HomeSection {
  readonly id: string
  readonly title: string
  readonly cards: readonly HomeCard[]
}

export interface HomePageProps {
  username: string
  sections: readonly HomeSection[]
  /** Text keys of what was granted and has no screen yet. */
  unbuilt: readonly string[]
  /** The start of the day, above the cards. */
  day?: ReactNode
  /** Dashboards of this person, between the day and the cards. */
  boards?: ReactNode
  /** Asks the server again what the account may open, for whom there is nothing. */
  onAgain: () => Promise<void>
  onLogout: () => void
}

/** The part before the @: a greeting is no address. */
const nameOf = (username: string) => username.split('@')[0] ?? username

export function HomePage({ username, sections, unbuilt, day, boards, onAgain, onLogout }: HomePageProps) {
  const { t, locale } = useUi()
  const [today] = useState(() => new Date())
  const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(unbuilt.map((key) => t(key)))
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1 className={css.title}>{t('home:greeting', { name: nameOf(username) })}</h1>
        {sections.length > 0 && <p className={css.lead}>{writtenMoment(today.getTime(), 'fullDate', locale)}</p>}
      </header>
      {day}
      {boards}
      {sections.length === 0 && <Nothing username={username} granted={names} onAgain={onAgain} onLogout={onLogout} />}
      {sections.map(({ id, title, cards }) => (
        <section key={id} className={css.section} aria-labelledby={`home-${id}`}>
          <h2 id={`home-${id}`} className={css.heading}>
            {t(title)}
          </h2>
          <ul className={css.cards}>
            {cards.map((card) => (
              <li key={card.id}>
                <Card card={card} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {sections.length > 0 && unbuilt.length > 0 && <p className={css.also}>{t('home:grantedAlso', { names })}</p>}
    </div>
  )
}

function Card({ card: { icon: Icon, to, title, text } }: { card: HomeCard }) {
  const { t } = useUi()
  return (
    <Link to={to} className={css.card}>
      <span className={css.icon}>
        <Icon size={20} />
      </span>
      <span className={css.words}>
        <strong>{t(title)}</strong>
        <span>{t(text)}</span>
      </span>
    </Link>
  )
}

function Nothing({
  username,
  granted,
  onAgain,
  onLogout,
}: Pick<HomePageProps, 'username' | 'onAgain' | 'onLogout'> & { granted: string }) {
  const { t } = useUi()
  return (
    <div className={css.nothing}>
      <EmptyState
        icon={<LockIcon size={20} />}
        title={t(granted === '' ? 'home:noneTitle' : 'home:grantedTitle')}
        action={
          <>
            <Button kind="primary" onPress={() => void onAgain()}>
              {t('home:noneAgain')}
            </Button>
            <Button onPress={onLogout}>{t('app:nav.logout')}</Button>
          </>
        }
      >
        {granted === '' ? t('home:none', { name: username }) : t('home:granted', { names: granted })}
      </EmptyState>
    </div>
  )
}
