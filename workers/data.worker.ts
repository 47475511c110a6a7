import { expose } from 'comlink'
import { createDataApi } from './data-api.ts'
import { createDataJob } from './data-job.ts'

expose(createDataApi(createDataJob()))

/**
 * The browser reads its tables of languages with the first use of `Intl`, 8 ms of a core, once for the page and its
 * workers together: here they are read beside the page's thread, which would do it between the answers and the drawing.
 */
Intl.NumberFormat.supportedLocalesOf('en')
