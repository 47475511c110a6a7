/** Home: the cards a person may open, in sections; a section without cards is not shown (spec 1, "Home"). */
import { EmptyState, useUi } from '#ui'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import css from './home-page.module.css'

export interface HomeCard { id: string; section: string; title: string; text: string; icon: ComponentType<{ size?: number }>; to: string }

export function HomePage({ name, cards }: { name: string; cards: readonly HomeCard[] }) {
  const { t } = useUi()
  const sections = [...new Set(cards.map((card) => card.section))]
  return (
    <div className={css.page}>
      <header>
        <h1 className={css.title}>{t('app:home.greeting', { name })}</h1>
        {cards.length > 0 && <p className={css.lead}>{t('app:home.lead')}</p>}
      </header>
      {cards.length === 0 && <EmptyState title={t('app:home.noneTitle')}>{t('app:home.none')}</EmptyState>}
      {sections.map((section) => (
        <section key={section} className={css.section} aria-label={t(section)}>
          <h2 className={css.heading}>{t(section)}</h2>
          <ul className={css.cards}>
            {cards.filter((card) => card.section === section).map((card) => <Card key={card.id} card={card} />)}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Card({ card }: { card: HomeCard }) {
  const { t } = useUi()
  const { icon: Icon } = card
  return (
    <li>
      <Link to={card.to} className={css.card}>
        <span className={css.icon}><Icon size={20} /></span>
        <span className={css.words}><strong>{t(card.title)}</strong><span>{t(card.text)}</span></span>
      </Link>
    </li>
  )
}
