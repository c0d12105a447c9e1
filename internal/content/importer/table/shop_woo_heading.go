package table

import (
	"slices"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// wooElsewhere are the headings of WooCommerce that are read, as its translations into German, French, Spanish and
// Arabic have them; # is the number of an attribute.
var wooElsewhere = foldedKeys(map[string]string{
	"ID":        "المعرف",
	"Type":      "Typ|Tipo|النوع",
	"SKU":       "Artikelnummer|Art.-Nr.|UGS|رمز المنتج (SKU)|رمز SKU المنتج",
	"Name":      "Nom|Nombre|الاسم",
	"Published": "Veröffentlicht|Publié|Publicado|تم النشر",
	"Visibility in catalog": "Sichtbarkeit im Katalog|" +
		"Visibilité dans le catalogue|Visibilidad en el catálogo|إمكانية العرض في الكاتلوج",
	"Short description": "Kurzbeschreibung|Description courte|Descripción corta|وصف قصير",
	"Description":       "Beschreibung|Descripción|الوصف",
	"Date sale price starts": "Datum, an dem Angebotspreis beginnt|Datum, an dem der Angebotspreis beginnt|" +
		"Date de début de promo|Día en que empieza el precio rebajado|تاريخ بدء سعر التخفيض",
	"Date sale price ends": "Datum, an dem Angebotspreis endet|Datum, an dem der Angebotspreis endet|" +
		"Date de fin de promo|Día en que termina el precio rebajado|تاريخ نهاية سعر التخفيض",
	"Sale price":           "Angebotspreis|Tarif promo|Precio rebajado|سعر التخفيض",
	"Regular price":        "Regulärer Preis|Tarif régulier|Precio normal|السعر الافتراضي|السعر الإفتراضي",
	"Categories":           "Kategorien|Catégories|Categorías|التصنيفات",
	"Tags":                 "Schlagwörter|Étiquettes|Etiquetas|الوسوم",
	"Images":               "Bilder|Imágenes|الصور",
	"Parent":               "Übergeordnetes Produkt|Superior|الأب",
	"Position":             "Posición|الموضع",
	"Brands":               "Marken|Marques|Marcas",
	"Attribute # name":     "Attribut # Name|Nom de l’attribut #|Nombre del atributo #|اسم السمة #",
	"Attribute # value(s)": "Attribut # Wert(e)|Valeur(s) de l’attribut #|Valor(es) del atributo #|قيمة/قيم السمة #",
	"Attribute # visible":  "Attribut # Sichtbar|Attribut # visible|Atributo visible #|عرض السمة #",
	"Attribute # global":   "Attribut # Global|Attribut # global|Atributo global #|سمة عالمية #",
	"Attribute # default":  "Attribut # Standard|Attribut # par défaut|Atributo por defecto #|سمة افتراضية #",
})

// wooIgnoredElsewhere match folded headings of those that are not read.
var wooIgnoredElsewhere = lazyregexp.New(`^(?:` + strings.Join([]string{
	`isthervorgehoben|steuerstatus|steuerklasse|vorrätig|lager|lagerbestand|bestand|geringelagermenge`,
	`lieferrückst[aä]ndeerlaubt|nureinzelnverkaufen|kunden(?:bewertungen|rezensionen)erlauben`,
	`versandklasse|downloadlimit|ablauftagedesdownloads|gruppierteprodukte|zusatzverkäufe|crosssellsquerverkäufe`,
	`\d+idherunterladen`,
	`misenavant|étatdelatva|classedetva|enstock|montantdestockfaible|autoriserlescommandesdeproduitsenrupture`,
	`vendreindividuellement|autoriserlesavisclients|classedexpédition|limitedetéléchargement`,
	`joursdexpirationdutéléchargement|groupesdeproduits|produitssuggérés|ventescroisées`,
	`(?:id|nom|url)detéléchargement\d+`,
	`estádestacado|estadodelimpuesto|clasedeimpuesto|eninventario|existencias|inventario|cantidaddebajoinventario`,
	`permitirreservasdeproductosagotados|vendidoindividualmente|permitirvaloracionesdeclientes`,
	`clasedeenvío|límitededescargas|díasdecaducidaddeladescarga|productosagrupados|ventasdirigidas|ventascruzadas`,
	`(?:id|nombre|url)deladescarga\d+`,
	`هلهيمميزة|حالةالضريبة|فئةالضريبة|متوفر|المخزون|انخفاضكميةالمخزون|الطلباتال(?:مسبقة|مؤجلة)مسموحة|تباعبشكلفردي`,
	`السماحبمراجعاتالزبائن|فئةالشحن|حدودالتنزيل|أياممدةصلاحيةالتنزيل|منتجاتمجمعة|منتجاتيوصىبها`,
	`منتجاتتسويقية|(?:اسم|رابط)التنزيل\d+`,
	`(?:gewicht|länge|breite|höhe|poids|longueur|largeur|hauteur|peso|longitud|anchura|ancho|altura|الوزن|الطول|العرض` +
		`|الارتفاع)(?:kg|g|lbs|oz|mm?|cm|in|yd)`,
	`gtinupceanoisbn|gtinupcean(?:oder|ou|o)isbn`,
}, "|") + `)$`)

// foldedKeys returns the keys of a table by its folded values, which are separated by |.
func foldedKeys(table map[string]string) map[string]string {
	all := map[string]string{}
	for name, values := range table {
		for value := range strings.SplitSeq(values, "|") {
			all[withZeroNumber(value)] = name
		}
	}
	return all
}

var attributeNumber = lazyregexp.New(`\d+`)

// withZeroNumber returns a folded heading with 0 for the number of an attribute.
func withZeroNumber(heading string) string {
	return attributeNumber.ReplaceAllString(folded(strings.ReplaceAll(heading, "#", "0")), "0")
}

// renameToEnglish renames headings of a shop in another language to WooCommerce's English ones, unless --map names
// them.
func (c *shop) renameToEnglish() {
	has := func(heading string) bool {
		return slices.ContainsFunc(c.sheet.header, func(f field) bool { return folded(f.text) == folded(heading) })
	}
	isMapped := func(heading string) bool {
		for own := range c.Columns {
			if folded(own) == folded(heading) {
				return true
			}
		}
		return false
	}
	for i, f := range c.sheet.header {
		usual := strings.ReplaceAll(wooElsewhere[withZeroNumber(f.text)], "#", attributeNumber.FindString(f.text))
		if usual != "" && !has(usual) && !isMapped(f.text) {
			c.sheet.header[i].text = usual
		}
	}
}
