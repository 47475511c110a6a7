/**
 * The keys of each part of a document, in the order of the docs: what is written in that order, and what "did you mean"
 * offers. A test holds them equal to the schema.
 */
import { KIND_FIELDS, KIND_OPTION_FIELDS } from '../kinds/index.ts'

export const KEYS = {
  document: [
    '$schema',
    'format',
    '_id',
    'revision',
    'name',
    'description',
    'access',
    'apply',
    'i18n',
    'params',
    'queries',
    'widgets',
    'layout',
    'grids',
  ],
  param: [
    'type',
    'label',
    'help',
    'options',
    'default',
    'optional',
    'onInvalid',
    'url',
    'offers',
    'persist',
    ...KIND_FIELDS,
  ],
  query: ['source', 'args', 'transform', 'refresh'],
  widget: ['type', 'v', 'title', 'data', 'options', 'emits', 'links', 'repeat', 'sizes', 'show'],
  input: ['query', 'transform'],
  emit: ['set', 'to'],
  repeat: ['param', 'query', 'value', 'label', 'column', 'most'],
  link: ['dashboard', 'tab', 'page', 'address', 'params'],
  layout: ['tabs', 'sections'],
  tab: ['id', 'title'],
  section: ['id', 'title', 'tab', 'repeat', 'collapse', 'params', 'requires', 'widgets', 'sticky', 'declares'],
  optionsQuery: ['query', 'value', 'label', 'names', 'hideNoData', ...KIND_OPTION_FIELDS],
  url: ['key', 'shape'],
  gridItem: ['x', 'y', 'w', 'h'],
  grids: ['large', 'medium', 'small'],
} as const
