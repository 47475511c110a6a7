/** Terms of service and privacy policy: a list of headed paragraphs whose words are texts like any other. */
import css from './legal.module.css'

export type LegalDocument = 'terms' | 'privacy'
export type LegalWords = (key: string) => string

/** The sections of each document, in order; `legal:<document>.<section>.title` and `.text`. */
const LEGAL_SECTIONS: Readonly<Record<LegalDocument, readonly string[]>> = {
  terms: ['service', 'account', 'use', 'data', 'figures', 'availability', 'liability', 'changes', 'law'],
  privacy: ['controller', 'counted', 'account', 'purpose', 'ai', 'sharing', 'retention', 'security', 'rights'],
}

export function LegalText({ of, words, level = 2 }: { of: LegalDocument; words: LegalWords; level?: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={css.text}>
      <p className={css.intro}>{words(`legal:${of}.intro`)}</p>
      {LEGAL_SECTIONS[of].map((section, at) => (
        <section key={section}>
          <Heading className={css.heading}>
            <span className={css.number}>{at + 1}</span>
            {words(`legal:${of}.${section}.title`)}
          </Heading>
          <p>{words(`legal:${of}.${section}.text`)}</p>
        </section>
      ))}
      <p className={css.dated}>{words(`legal:${of}.dated`)}</p>
    </div>
  )
}
