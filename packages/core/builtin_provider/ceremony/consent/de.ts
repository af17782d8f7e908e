/** The consent text in German. */
export const de = [
  "Sie stimmen zu, dieses Dokument zu lesen und es elektronisch zu unterschreiben oder zu " +
    "genehmigen. Ihre elektronische Unterschrift gilt so, als hätten Sie von Hand " +
    "unterschrieben. Dies gilt nur für dieses Dokument.",
  "Sie müssen nicht zustimmen. Sie können „Ablehnen“ wählen oder diese Seite schließen und den " +
    "Absender um das Dokument auf Papier bitten. Bis Sie abschließen, können Sie Ihre Meinung " +
    "jederzeit ändern; die einzige Folge ist, dass das Dokument nicht unterschrieben wird. Um " +
    "Ihre Zustimmung später zu widerrufen, schreiben Sie dem Absender.",
  "Sie benötigen einen aktuellen Webbrowser und eine E-Mail-Adresse sowie für Ihre Kopie ein " +
    "Programm, das PDF-Dateien öffnet. Wenn alle Empfänger unterschrieben haben, erhalten Sie " +
    "eine E-Mail mit einem Link zum fertigen Dokument: Sie können es herunterladen, speichern " +
    "und drucken. Für eine Kopie auf Papier oder um Ihre E-Mail-Adresse zu berichtigen, wenden " +
    "Sie sich an den Absender.",
  "Als Nachweis zeichnen wir auf: Ihren Namen und Ihre E-Mail-Adresse, wann Sie eingeladen " +
    "wurden, das Dokument geöffnet, hierin eingewilligt und abgeschlossen haben, Ihre IP-Adresse " +
    "und Ihren Browser sowie was Sie ausgefüllt und unterschrieben haben. Der Absender und alle " +
    "Empfänger des fertigen Dokuments können dies sehen.",
].join("\n\n");
