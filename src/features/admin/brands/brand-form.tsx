/** One brand: which host it is for, its texts, colours and images, with a preview that follows every key. */
import {
  atMost,
  Checkbox,
  FieldRow,
  Form,
  FormSection,
  mandatory,
  matches,
  nameRules,
  notAmong,
  SaveBar,
  SegmentedControl,
  TextField,
  useForm,
  useUi,
} from '#ui'
import type { ReactNode } from 'react'
import { PATHS } from '../paths.ts'
import { Unsaved } from '../leaving.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { type BrandValues, type Colour, COLOURS, faintness, faintText, IMAGES, isColour } from './brand-values.ts'
import { ColourField } from './colour-field.tsx'
import { ImageField } from './image-field.tsx'
import css from './brands.module.css'

export interface BrandFormProps {
  initial: BrandValues
  /** Labels of the other brands. */
  taken: readonly string[]
  save: (values: BrandValues) => Promise<void>
  /** Gives the address of the stored image. Rejects with the sentence to show. */
  upload: (file: File) => Promise<string>
  children?: ReactNode
}

/** The first label of a host name. */
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const STYLES: readonly BrandValues['buttonStyle'][] = ['round', 'square', 'pill']

export function BrandForm({ initial, taken, save, upload, children }: BrandFormProps) {
  const { t, locale } = useUi()
  const colourRule = (colour: Colour) => (value: string) => {
    if (!isColour(value)) return t('admin:brands.notColour')
    const faint = faintness(colour, value)
    return faint === null ? null : faintText(t, locale, faint)
  }
  const form = useForm<BrandValues>({
    initial,
    onSubmit: save,
    rules: {
      label: [mandatory, matches(LABEL, t('admin:brands.label')), notAmong(taken)],
      title: [...nameRules, atMost(60)],
      subtitle: atMost(120),
      loginTitle: atMost(120),
      loginLead: atMost(400),
      maintenanceText: atMost(400),
      primary: colourRule('primary'),
      warning: colourRule('warning'),
      danger: colourRule('danger'),
    },
  })
  const { values } = form
  return (
    <div className={css.split}>
      <Form
        form={form}
        label={t('admin:brands.one')}
        actions={
          <SaveBar form={form} cancelTo={PATHS.brands.list}>
            {children}
          </SaveBar>
        }
      >
        <Unsaved form={form} />
        <FormSection title={t('admin:brands.host')}>
          <TextField
            label={t('admin:brands.label')}
            isRequired
            autoComplete="off"
            maxLength={63}
            help={t('admin:brands.labelHelp')}
            {...form.field('label')}
          />
          <TextField
            label={t('admin:brands.titleField')}
            isRequired
            maxLength={60}
            help={t('admin:brands.titleHelp')}
            {...form.field('title')}
          />
        </FormSection>
        <FormSection title={t('admin:brands.colours')} columns={1}>
          <div className={css.colours}>
            {COLOURS.map((colour) => (
              <ColourField key={colour} colour={colour} {...form.field(colour)} />
            ))}
          </div>
          <div className={css.style}>
            <span aria-hidden="true">{t('admin:brands.buttonStyle')}</span>
            <SegmentedControl
              label={t('admin:brands.buttonStyle')}
              value={values.buttonStyle}
              onChange={(style) => form.set('buttonStyle', style)}
              segments={STYLES.map((id) => ({ id, label: t(`admin:brands.style.${id}`) }))}
            />
          </div>
        </FormSection>
        <FormSection title={t('admin:brands.images')} note={t('admin:brands.imagesNote')} columns={1}>
          <div className={css.images}>
            {IMAGES.map((image) => (
              <ImageField
                key={image}
                label={t(`admin:image.${image}`)}
                help={t(`admin:imageHelp.${image}`)}
                upload={upload}
                value={values[image]}
                error={form.errorOf(image)}
                onChange={(url) => form.set(image, url)}
              />
            ))}
          </div>
        </FormSection>
        <FormSection title={t('admin:brands.texts')} note={t('admin:brands.textsNote')}>
          <TextField label={t('admin:brands.loginTitle')} {...form.field('loginTitle')} />
          <TextField
            label={t('admin:brands.subtitle')}
            help={t('admin:brands.subtitleHelp')}
            {...form.field('subtitle')}
          />
          <FieldRow>
            <TextField label={t('admin:brands.loginLead')} rows={2} {...form.field('loginLead')} />
          </FieldRow>
        </FormSection>
        <FormSection title={t('admin:brands.signIn')} columns={1}>
          <Checkbox isSelected={values.identityProvider} onChange={(on) => form.set('identityProvider', on)}>
            {t('admin:brands.identityProvider')}
          </Checkbox>
          <Checkbox isSelected={values.maintenance} onChange={(on) => form.set('maintenance', on)}>
            {t('admin:brands.maintenance')}
          </Checkbox>
          {values.maintenance && (
            <TextField label={t('admin:brands.maintenanceText')} rows={2} {...form.field('maintenanceText')} />
          )}
        </FormSection>
      </Form>
      <div className={css.aside}>
        <BrandPreview values={values} />
      </div>
    </div>
  )
}
