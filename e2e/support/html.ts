import { HtmlValidate, StaticConfigLoader } from 'html-validate'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:a11y', 'html-validate:document'],
    rules: {
      // React writes `charSet`, `<br/>` and `required=""`, which are valid HTML.
      'attr-case': 'off',
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      // React's ids begin with an underscore, which is valid.
      'valid-id': ['error', { relaxed: true }],
      // Scripts of the same origin need no subresource integrity.
      'require-sri': ['error', { target: 'crossorigin' }],
      // The class prevents line breaks in the whole number.
      'tel-non-breaking': ['error', { ignoreClasses: ['whitespace-nowrap'] }],
      // Styles that differ by image: size, placeholder colour, position.
      'no-inline-style': [
        'error',
        { allowedProperties: ['aspect-ratio', 'background-color', 'object-fit', '--at'] },
      ],
      // The video starts, muted, only after its button was pressed.
      'no-autoplay': ['error', { include: ['audio'] }],
      // Articles may have long titles.
      'long-title': 'off',
    },
  }),
)

/** The errors in a page's HTML, with their positions. */
export async function faultsOf(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, path)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector} of ${path}`),
  )
}
