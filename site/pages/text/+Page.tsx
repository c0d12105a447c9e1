import { Breadcrumb } from '../../components/blocks/breadcrumb'
import { OtherLanguageNote } from '../../components/blocks/other-language-note'
import { ArticleText } from '../../components/blocks/prose-parts'
import { Picture } from '../../components/ui/picture'
import { formatDate } from '../../lib/i18n/format'
import type { PageProps } from '../../lib/payload'
import { t } from '../../lib/site'

export function Page({
  payload: { title, description, image, modified, html, parts, cards, writtenIn },
}: PageProps<'text'>) {
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: title, writtenIn }]} />
      <article className="article">
        <header className="article-head">
          <OtherLanguageNote writtenIn={writtenIn} />
          <h1 {...writtenIn}>{title}</h1>
          <p className="article-lead" {...writtenIn}>
            {description}
          </p>
          {modified && <p className="small muted">{t('blog.updated', { date: formatDate(modified) })}</p>}
        </header>
        {image && <Picture preset="article" className="article-picture" image={image} first />}
        <ArticleText html={html} parts={parts} cards={cards} writtenIn={writtenIn} />
      </article>
    </div>
  )
}
