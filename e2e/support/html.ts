import { HtmlValidate, StaticConfigLoader } from 'html-validate'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:a11y', 'html-validate:document'],
    rules: {
      // How React writes HTML: `charSet`, `<br/>`, `required=""`. Browsers read all of it alike.
      'attr-case': 'off',
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      // React's ids begin with an underscore, which HTML allows.
      'valid-id': ['error', { relaxed: true }],
      // What comes from this server needs no proof that nobody else has changed it.
      'require-sri': ['error', { target: 'crossorigin' }],
      // The class does for the whole number what a space that does not break does for a part of it.
      'tel-non-breaking': ['error', { ignoreClasses: ['whitespace-nowrap'] }],
      // What differs from picture to picture: its size, the colour that waits for it, its place in a row.
      'no-inline-style': [
        'error',
        { allowedProperties: ['aspect-ratio', 'background-color', 'object-fit', '--at'] },
      ],
      // The film begins by itself, without sound, where its button was pressed.
      'no-autoplay': ['error', { include: ['audio'] }],
      // The title of an article is as long as its author wants it.
      'long-title': 'off',
    },
  }),
)

/** What is wrong with a page's HTML, each with where it stands. */
export async function faultsOf(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, path)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector} of ${path}`),
  )
}
