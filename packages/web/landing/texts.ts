import type { Language } from "@paraph/core/values";

/** The texts of the start page and of the page for unknown addresses. */
export interface LandingTexts {
  readonly what: string;
  readonly ready: string;
  readonly notReady: string;
  readonly console: string;
  readonly reference: string;
  readonly documentation: string;
  readonly openApi: string;
  readonly links: string;
  readonly unknown: { readonly title: string; readonly advice: string };
}

export const LANDING_TEXTS: Readonly<Record<Language, LandingTexts>> = {
  en: {
    what: "This server turns templates into PDFs, shares them and collects signatures.",
    ready: "All systems are working.",
    notReady: "The server is not ready. Please try again soon.",
    console: "Console",
    reference: "API reference",
    documentation: "Documentation",
    openApi: "OpenAPI description",
    links: "Where to go from here",
    unknown: {
      title: "This page does not exist",
      advice: "Check the address, or ask the person who sent you the link for a new one.",
    },
  },
  de: {
    what: "Dieser Server macht aus Vorlagen PDFs, teilt sie und holt Unterschriften ein.",
    ready: "Alle Systeme arbeiten.",
    notReady: "Der Server ist nicht bereit. Bitte versuchen Sie es bald wieder.",
    console: "Konsole",
    reference: "API-Referenz",
    documentation: "Dokumentation",
    openApi: "OpenAPI-Beschreibung",
    links: "Wohin es von hier geht",
    unknown: {
      title: "Diese Seite gibt es nicht",
      advice:
        "Prüfen Sie die Adresse, oder bitten Sie die Person, von der Sie den Link haben, um einen neuen.",
    },
  },
  fr: {
    what: "Ce serveur transforme des modèles en PDF, les partage et recueille des signatures.",
    ready: "Tous les systèmes fonctionnent.",
    notReady: "Le serveur n’est pas prêt. Veuillez réessayer bientôt.",
    console: "Console",
    reference: "Référence de l’API",
    documentation: "Documentation",
    openApi: "Description OpenAPI",
    links: "Où aller ensuite",
    unknown: {
      title: "Cette page n’existe pas",
      advice: "Vérifiez l’adresse ou demandez un nouveau lien à la personne qui vous l’a envoyé.",
    },
  },
  es: {
    what: "Este servidor convierte plantillas en PDF, los comparte y recoge firmas.",
    ready: "Todos los sistemas funcionan.",
    notReady: "El servidor no está listo. Vuelva a intentarlo pronto.",
    console: "Consola",
    reference: "Referencia de la API",
    documentation: "Documentación",
    openApi: "Descripción OpenAPI",
    links: "Adónde ir desde aquí",
    unknown: {
      title: "Esta página no existe",
      advice: "Compruebe la dirección o pida un enlace nuevo a la persona que se lo envió.",
    },
  },
  it: {
    what: "Questo server trasforma modelli in PDF, li condivide e raccoglie firme.",
    ready: "Tutti i sistemi funzionano.",
    notReady: "Il server non è pronto. Riprovi tra poco.",
    console: "Console",
    reference: "Riferimento API",
    documentation: "Documentazione",
    openApi: "Descrizione OpenAPI",
    links: "Dove andare da qui",
    unknown: {
      title: "Questa pagina non esiste",
      advice: "Controlli l’indirizzo o chieda un nuovo link alla persona che glielo ha inviato.",
    },
  },
  nl: {
    what: "Deze server maakt pdf’s van sjablonen, deelt ze en verzamelt handtekeningen.",
    ready: "Alle systemen werken.",
    notReady: "De server is niet gereed. Probeer het binnenkort opnieuw.",
    console: "Console",
    reference: "API-referentie",
    documentation: "Documentatie",
    openApi: "OpenAPI-beschrijving",
    links: "Waar u verder kunt",
    unknown: {
      title: "Deze pagina bestaat niet",
      advice: "Controleer het adres of vraag de persoon die u de link stuurde om een nieuwe.",
    },
  },
  pt: {
    what: "Este servidor transforma modelos em PDF, permite compartilhá-los e recolhe assinaturas.",
    ready: "Todos os sistemas funcionam.",
    notReady: "O servidor não está pronto. Tente novamente em breve.",
    console: "Console",
    reference: "Referência da API",
    documentation: "Documentação",
    openApi: "Descrição OpenAPI",
    links: "Para onde ir a partir daqui",
    unknown: {
      title: "Esta página não existe",
      advice: "Verifique o endereço ou peça um novo link à pessoa que o enviou.",
    },
  },
  pl: {
    what: "Ten serwer tworzy pliki PDF z szablonów, udostępnia je i zbiera podpisy.",
    ready: "Wszystkie systemy działają.",
    notReady: "Serwer nie jest gotowy. Proszę wkrótce spróbować ponownie.",
    console: "Konsola",
    reference: "Dokumentacja API",
    documentation: "Dokumentacja",
    openApi: "Opis OpenAPI",
    links: "Dokąd stąd przejść",
    unknown: {
      title: "Ta strona nie istnieje",
      advice: "Proszę sprawdzić adres lub poprosić nadawcę o nowy link.",
    },
  },
  ja: {
    what: "このサーバーは、テンプレートからPDFを作成し、共有し、署名を集めます。",
    ready: "すべてのシステムは正常に動作しています。",
    notReady: "サーバーの準備ができていません。しばらくしてからもう一度お試しください。",
    console: "コンソール",
    reference: "APIリファレンス",
    documentation: "ドキュメント",
    openApi: "OpenAPI定義",
    links: "次のページ",
    unknown: {
      title: "このページは存在しません",
      advice: "アドレスを確認するか、リンクの送信者に新しいリンクを依頼してください。",
    },
  },
};
