/**
 * One widget for those who use it in a document and for those who change it: options, data, events, states and its
 * contract.
 */
import { useEffect, useState } from 'react'
import { contracts } from 'virtual:widget-contract'
import type { FactResult } from '../../tests/widgets/contract/types.ts'
import { SHARED_STORIES } from '../../widgets/lib/states.ts'
import { type InputReference, STATE_WORDS, type WidgetReference } from '../../scripts/reference/widgets.ts'
import { CheckIcon, CloseIcon } from '#ui/icons/index.tsx'
import { Chip, Code, Grid, Head, Part, Words } from './parts.tsx'
import css from './workshop.module.css'

const storyId = (type: string, story: string) =>
  `widgets-${type}--${story.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}`
/** A widget's own story, or that of all widgets narrowed to it. */
const storyHref = (type: string, story: string): string =>
  SHARED_STORIES.has(story)
    ? `./?path=/story/${storyId('states', story)}&args=widget:${type}`
    : `./?path=/story/${storyId(type, story)}`
export const docsHref = (type: string): string => `./?path=/docs/widgets-${type}--docs`

export function WidgetHead({
  widget: { type, name, description, category, version, sizes },
}: {
  widget: WidgetReference
}) {
  return (
    <Head eyebrow={<Code>{type}</Code>} title={name} lead={description}>
      <ul className={css.chips} aria-label="Facts">
        <li>
          <Chip>category {category}</Chip>
        </li>
        <li>
          <Chip>options version {version}</Chip>
        </li>
        <li>
          <Chip>starts at {sizes.default.join(' × ')}</Chip>
        </li>
        <li>
          <Chip>no smaller than {sizes.min.join(' × ')}</Chip>
        </li>
      </ul>
    </Head>
  )
}

/** Everything below the head and the drawing. */
export function WidgetParts({ widget: { type, options, inputs, emits, states } }: { widget: WidgetReference }) {
  return (
    <>
      <Part
        title="Options"
        note={
          options.length === 0 ? (
            'It has no options.'
          ) : (
            <>
              Made from <Code>options.schema.json</Code>, which the form, the guard, the types and the JSON editor read
              too.
            </>
          )
        }
      >
        {options.length > 0 && (
          <Grid
            label={`Options of ${type}`}
            columns={[
              { label: 'Option', width: '22%' },
              { label: 'Value', width: '28%' },
              { label: 'Default', width: '16%' },
              'Meaning',
            ]}
            rows={options.map((option) => ({
              key: option.path,
              isInner: option.path.includes('[]'),
              cells: [
                <>
                  <Code>{option.path}</Code>
                  {option.isRequired && <span className={css.required}>required</span>}
                </>,
                <>
                  {option.type}
                  {option.choices.length > 0 && (
                    <span className={css.choices}>
                      {option.choices.map((choice) => (
                        <Code key={choice}>{choice}</Code>
                      ))}
                    </span>
                  )}
                  {option.range !== '' && <span className={css.range}>{option.range}</span>}
                </>,
                option.standard === undefined ? '–' : <Code>{option.standard}</Code>,
                <Words key="description">{option.description}</Words>,
              ],
            }))}
          />
        )}
      </Part>
      <Part
        title="Data"
        note={
          inputs.length === 0
            ? 'It takes no data.'
            : 'The inputs that a document fills with queries, and the columns each reads.'
        }
      >
        {inputs.map((input) => (
          <Input key={input.name} input={input} />
        ))}
      </Part>
      <Part
        title="Events"
        note={
          emits.length === 0 ? (
            'It emits nothing.'
          ) : (
            <>
              What a reader’s gesture tells; <Code>emits</Code> of a document sets a filter to it.
            </>
          )
        }
      >
        {emits.length > 0 && (
          <ul className={css.plain}>
            {emits.map(({ event, fields }) => (
              <li key={event}>
                <Code>{event}</Code> with{' '}
                {fields.map((field) => (
                  <Code key={field}>{`$event.${field}`}</Code>
                ))}
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="States" note="The frame around every widget shows these; the widget itself only ever draws data.">
        <Grid
          label={`States of ${type}`}
          columns={[{ label: 'State', width: '18%' }, 'What it means', { label: 'Stories', width: '24%' }]}
          rows={states.map(({ state, stories }) => ({
            key: state,
            cells: [
              <Code key="state">{state}</Code>,
              <Words key="words">{STATE_WORDS[state] ?? ''}</Words>,
              stories.length === 0 ? (
                '–'
              ) : (
                <span className={css.links}>
                  {stories.map((story) => (
                    <a key={story} href={storyHref(type, story)} target="_top">
                      {story}
                    </a>
                  ))}
                </span>
              ),
            ],
          }))}
        />
      </Part>
      <Contract type={type} />
    </>
  )
}

function Input({ input: { name, isRequired, columns, sources } }: { input: InputReference }) {
  const words = (required: boolean) => columns.filter((column) => column.isRequired === required)
  const [needed, used] = [words(true), words(false)]
  return (
    <dl className={css.facts}>
      <div>
        <dt>Input</dt>
        <dd>
          <Code>{name}</Code> {isRequired ? 'required' : 'may be left out'}
        </dd>
      </div>
      <div>
        <dt>Needs</dt>
        <dd>
          {needed.length === 0
            ? 'any columns; the options name them'
            : needed.map(({ id, role }) => (
                <Chip key={id}>
                  <b>{id}</b> {role}
                </Chip>
              ))}
        </dd>
      </div>
      {used.length > 0 && (
        <div>
          <dt>Uses</dt>
          <dd>
            {used.map(({ id, role }) => (
              <Chip key={id}>
                <b>{id}</b> {role}
              </Chip>
            ))}
          </dd>
        </div>
      )}
      {sources !== undefined && sources.length > 0 && (
        <div>
          <dt>Sources</dt>
          <dd>
            {sources.map((source) => (
              <Code key={source}>{source}</Code>
            ))}{' '}
            <span className={css.range}>as they come</span>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The facts of the contract with what each found, asked of the code that the tests run. */
function Contract({ type }: { type: string }) {
  const [found, setFound] = useState<{ type: string; results: readonly FactResult[] } | null>(null)
  useEffect(() => {
    let isLeft = false
    void contracts[type]?.().then(({ default: results }) => {
      if (!isLeft) setFound({ type, results })
    })
    return () => {
      isLeft = true
    }
  }, [type])
  const results = found?.type === type ? found.results : null
  const broken = results?.filter(({ problems }) => problems.length > 0).length ?? 0
  return (
    <Part
      title="Contract"
      note={
        <>
          Every widget keeps the same facts. These are what <Code>npm run contract -- {type}</Code> finds now; the tests
          run the same code.
        </>
      }
    >
      <p role="status" className={css.verdict} data-broken={broken > 0 || undefined}>
        {results === null
          ? 'Being held to its facts…'
          : broken === 0
            ? `${results.length} of ${results.length} facts hold`
            : `${broken} of ${results.length} facts are broken`}
      </p>
      {results !== null && (
        <ol className={css.contract} data-contract={type}>
          {results.map(({ id, about, sentence, problems, ms }) => (
            <li key={id} data-broken={problems.length > 0 || undefined}>
              <span className={css.mark}>
                {problems.length === 0 ? <CheckIcon size={14} /> : <CloseIcon size={14} />}
                <span className={css.hidden}>{problems.length === 0 ? 'holds:' : 'is broken:'}</span>
              </span>
              <span>
                {sentence}
                {problems.map((problem) => (
                  <span key={problem} className={css.problem}>
                    {problem}
                  </span>
                ))}
              </span>
              <span className={css.about}>{about}</span>
              <span className={css.ms}>{ms} ms</span>
            </li>
          ))}
        </ol>
      )}
      <p className={css.note}>
        In a browser, as stories: the table shows the projection’s numbers (
        <a href={storyHref(type, 'AsTable')} target="_top">
          AsTable
        </a>
        ), nothing runs over in its smallest place (
        <a href={storyHref(type, 'MinSize')} target="_top">
          MinSize
        </a>
        ), on a phone (
        <a href={storyHref(type, 'Phone')} target="_top">
          Phone
        </a>
        ) or with long names (
        <a href={storyHref(type, 'LongText')} target="_top">
          LongText
        </a>
        ), and axe finds nothing in either theme.
      </p>
    </Part>
  )
}
