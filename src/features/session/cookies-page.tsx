/** Data that the product stores in the browser, data it does not, and how to remove it (spec 1, "/cookies"). */
import { Button, useUi } from '#ui'
import { ChevronLeftIcon } from '#ui/icons/index.tsx'
import { type StoredThing, STORED } from './stored-things.ts'
import css from './legal.module.css'

/** Where each browser explains how to see, block and delete what pages keep. Names, not texts. */
const BROWSERS = [
  ['Chrome', 'https://support.google.com/chrome/answer/95647'],
  ['Firefox', 'https://support.mozilla.org/kb/clear-cookies-and-site-data-firefox'],
  ['Safari', 'https://support.apple.com/guide/safari/sfri11471/mac'],
  ['Edge', 'https://support.microsoft.com/microsoft-edge/63947406-40ac-c3b8-57b9-2a946a29ae09'],
  ['Opera', 'https://help.opera.com/latest/web-preferences/'],
] as const
const OPT_OUT = [
  ['Google Analytics', 'https://tools.google.com/dlpage/gaoptout'],
  ['Your Online Choices', 'https://www.youronlinechoices.eu/'],
  ['Network Advertising Initiative', 'https://optout.networkadvertising.org/'],
] as const

function Links({ of }: { of: readonly (readonly [string, string])[] }) {
  return (
    <ul className={css.list}>
      {of.map(([name, href]) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

export function CookiesPage({ back }: { back: () => void }) {
  const { t } = useUi()
  const row = ({ id, name }: StoredThing) => (
    <tr key={id}>
      <td>{name}</td>
      <td>{t(`legal:cookies.what.${id}`)}</td>
      <td>{t(`legal:cookies.until.${id}`)}</td>
    </tr>
  )
  return (
    <main className={`${css.page} ${css.alone}`}>
      <div className={css.back}>
        <Button kind="quiet" size="small" icon={<ChevronLeftIcon />} onPress={back}>
          {t('session:back')}
        </Button>
      </div>
      <h1 className={css.title}>{t('session:cookies.title')}</h1>
      <div className={css.text}>
        <p className={css.intro}>{t('legal:cookies.intro')}</p>
        <section>
          <h2 className={css.heading}>{t('legal:cookies.needed.title')}</h2>
          <p>{t('legal:cookies.needed.text')}</p>
          <div className={css.wide}>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">{t('legal:cookies.column.name')}</th>
                  <th scope="col">{t('legal:cookies.column.what')}</th>
                  <th scope="col">{t('legal:cookies.column.until')}</th>
                </tr>
              </thead>
              <tbody>{STORED.map(row)}</tbody>
            </table>
          </div>
        </section>
        <section>
          <h2 className={css.heading}>{t('legal:cookies.analytics.title')}</h2>
          <p>{t('legal:cookies.analytics.text')}</p>
        </section>
        <section>
          <h2 className={css.heading}>{t('legal:cookies.optOut.title')}</h2>
          <p>{t('legal:cookies.optOut.text')}</p>
          <Links of={OPT_OUT} />
        </section>
        <section>
          <h2 className={css.heading}>{t('legal:cookies.browsers.title')}</h2>
          <p>{t('legal:cookies.browsers.text')}</p>
          <Links of={BROWSERS} />
        </section>
      </div>
    </main>
  )
}
