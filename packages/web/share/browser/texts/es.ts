import type { ShareTexts } from "./en.ts";

/** The texts of the share page, in Spanish. */
export const es: ShareTexts = {
  skip: "Ir al documento",
  until: "hasta el {day}",
  print: "Imprimir",
  download: "Descargar",
  message: "Mensaje de {sender}",
  noScript: {
    title: "El documento no se muestra aquí",
    reason: "Para mostrarlo se necesita JavaScript, que está desactivado en su navegador.",
    advice: "{download} o {open}.",
    download: "Descargue el documento",
    open: "ábralo en su navegador",
  },
  slow: {
    text: "Está tardando más de lo habitual. También puede {download}.",
    download: "descargar el documento",
  },
  printing: {
    page: "Página {page}",
    progress: "Preparando la página {page} de {count}…",
    cancel: "Cancelar",
    failed: "No se ha podido preparar el documento para imprimirlo.",
  },
  tools: {
    thumbnails: "Páginas",
    search: "Buscar",
    zoomOut: "Reducir",
    zoomIn: "Ampliar",
    fit: "Ajustar al ancho",
  },
  find: {
    label: "Buscar en el documento",
    count: "{current} de {count}",
    none: "Sin resultados",
    previous: "Resultado anterior",
    next: "Resultado siguiente",
    close: "Cerrar la búsqueda",
  },
  failed: {
    advice: "Compruebe su conexión y vuelva a intentarlo.",
    offline: "No tiene conexión. Conéctese a internet y vuelva a intentarlo.",
  },
  contents: { title: "Índice", goToPage: "Ir a la página", go: "Ir" },
  neutral: {
    unknown: {
      title: "Este enlace no funciona",
      advice: "Compruebe que el enlace esté completo o pida uno nuevo al remitente.",
    },
    revoked: {
      title: "Este enlace se ha retirado",
      advice: "Pida un enlace nuevo al remitente si todavía necesita el documento.",
    },
    expired: {
      title: "Este enlace ha caducado",
      advice: "Pida un enlace nuevo al remitente si todavía necesita el documento.",
    },
  },
};
