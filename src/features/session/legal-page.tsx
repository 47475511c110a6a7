/** Terms of service and privacy policy as pages, with the way back. */
import { Button, useUi } from '#ui'
import { ChevronLeftIcon } from '#ui/icons/index.tsx'
import { type LegalDocument, LegalText } from './legal-text.tsx'
import css from './legal.module.css'

const TITLES: Readonly<Record<LegalDocument, string>> = {
  terms: 'session:gate.terms.title',
  privacy: 'session:privacy.title',
}

export function LegalPage({ of, back }: { of: LegalDocument; back: () => void }) {
  const { t } = useUi()
  return (
    <article className={css.page}>
      <div className={css.back}>
        <Button kind="quiet" size="small" icon={<ChevronLeftIcon />} onPress={back}>
          {t('session:back')}
        </Button>
      </div>
      <h1 className={css.title}>{t(TITLES[of])}</h1>
      <LegalText of={of} words={t} />
    </article>
  )
}
