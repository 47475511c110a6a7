/** The frame of the pages outside the session: the host's brand, one thing to do, the languages. */
import type { Language } from '#i18n'
import type { Branding } from '#schemas/generated/entities/branding.ts'
import { Logo, useRootMark, useUi } from '#ui'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Ridges } from './ridges.tsx'
import css from './auth-layout.module.css'
import { LanguageSelect } from './language-select.tsx'

export interface AuthFrame {
  /** Null until it is known, and when it cannot be had: the product's own look. */
  readonly brand: Branding | null
  readonly onLanguage: (language: Language) => void
}

export interface AuthLayoutProps extends AuthFrame {
  title: string
  lead?: ReactNode
  children: ReactNode
}

export function AuthLayout({ brand, onLanguage, title, lead, children }: AuthLayoutProps) {
  const { t } = useUi()
  useRootMark('noGutter')
  return (
    <div className={css.page}>
      <div className={css.side}>
        <header className={css.top}>
          <Logo size={28} {...(brand?.logoUrl && { src: brand.logoUrl })} name={brand?.title ?? t('app:title')} />
          <LanguageSelect onChange={onLanguage} />
        </header>
        <main className={css.main}>
          <div className={css.head}>
            <h1 className={css.title}>{title}</h1>
            {lead !== undefined && <p className={css.lead}>{lead}</p>}
          </div>
          {children}
        </main>
        <footer className={css.bottom}>
          <Link to="/cookies">{t('session:login.cookies')}</Link>
        </footer>
      </div>
      <Art image={brand?.backgroundImageUrl ?? null} line={brand?.subtitle ?? null} />
    </div>
  )
}

/** The brand's picture, else our own; a picture that does not load leaves ours. */
function Art({ image, line }: { image: string | null; line: string | null }) {
  const [failed, setFailed] = useState(false)
  const shown = image !== null && !failed
  return (
    <div className={css.art} data-image={shown || undefined}>
      {shown ? <img className={css.image} src={image} alt="" onError={() => setFailed(true)} /> : <Ridges />}
      {line !== null && <p className={css.line}>{line}</p>}
    </div>
  )
}
