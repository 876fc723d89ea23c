export const articleCategories = ['business', 'industry', 'talent', 'africa'] as const
export type ArticleCategory = (typeof articleCategories)[number]

/** Each category has its own colours and motifs where an article has no picture. */
export const categoryStyles = {
  business: 'classic',
  industry: 'hills',
  talent: 'sun',
  africa: 'earth',
} as const satisfies Record<ArticleCategory, string>

export const categoryLabels: Record<ArticleCategory, string> = {
  business: 'Business In Tech',
  industry: 'Industry News',
  talent: 'Talent Development',
  africa: 'Africa Business',
}
