/**
 * Shown when not even the texts could be loaded: its few words are here, because there is no file to
 * take them from.
 */
import type { Language } from '#i18n'
import { ErrorState, UiProvider } from '#ui'
import { useStore } from 'zustand'
import { theme } from './theme.ts'
import { useArrived } from './use-arrived.ts'
import css from './problem.module.css'

type Words = Readonly<Record<'title' | 'text' | 'ui.retry' | 'ui.copyCode' | 'ui.copied', string>>

const CODE = 'PAGE_FILE_UNAVAILABLE'
const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    title: 'La página no se ha podido cargar',
    text: 'Comprueba la conexión y vuelve a intentarlo.',
    'ui.retry': 'Reintentar',
    'ui.copyCode': `Copiar el código ${CODE}`,
    'ui.copied': 'Copiado',
  },
  en: {
    title: 'The page could not be loaded',
    text: 'Check the connection and try again.',
    'ui.retry': 'Retry',
    'ui.copyCode': `Copy the code ${CODE}`,
    'ui.copied': 'Copied',
  },
  pt: {
    title: 'Não foi possível carregar a página',
    text: 'Verifica a ligação e tenta novamente.',
    'ui.retry': 'Tentar novamente',
    'ui.copyCode': `Copiar o código ${CODE}`,
    'ui.copied': 'Copiado',
  },
  cs: {
    title: 'Stránku se nepodařilo načíst',
    text: 'Zkontrolujte připojení a zkuste to znovu.',
    'ui.retry': 'Zkusit znovu',
    'ui.copyCode': `Kopírovat kód ${CODE}`,
    'ui.copied': 'Zkopírováno',
  },
  ca: {
    title: "No s'ha pogut carregar la pàgina",
    text: 'Comprova la connexió i torna-ho a provar.',
    'ui.retry': 'Torna-ho a provar',
    'ui.copyCode': `Copia el codi ${CODE}`,
    'ui.copied': 'Copiat',
  },
  it: {
    title: 'Impossibile caricare la pagina',
    text: 'Controlla la connessione e riprova.',
    'ui.retry': 'Riprova',
    'ui.copyCode': `Copia il codice ${CODE}`,
    'ui.copied': 'Copiato',
  },
}

const isWord = (key: string): key is keyof Words => key in WORDS.en

export function WithoutTexts({ language }: { language: Language }) {
  const words = WORDS[language]
  const choice = useStore(theme, (state) => state.choice)
  useArrived()
  return (
    <UiProvider t={(key) => (isWord(key) ? words[key] : '')} locale={language} theme={choice}>
      <main className={css.page}>
        <ErrorState isPage title={words.title} code={CODE} onRetry={() => window.location.reload()}>
          {words.text}
        </ErrorState>
      </main>
    </UiProvider>
  )
}
