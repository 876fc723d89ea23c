export const articleCategories = ['business', 'industry', 'talent', 'africa'] as const
export type ArticleCategory = (typeof articleCategories)[number]

export const categoryLabels: Record<ArticleCategory, string> = {
  business: 'Business In Tech',
  industry: 'Industry News',
  talent: 'Talent Development',
  africa: 'Africa Business',
}
