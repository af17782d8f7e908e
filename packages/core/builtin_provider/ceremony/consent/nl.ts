/** The consent text in Dutch. */
export const nl = [
  "U gaat ermee akkoord dit document te lezen en het elektronisch te ondertekenen of goed te " +
    "keuren. Uw elektronische handtekening geldt alsof u met de hand hebt ondertekend. Dit geldt " +
    "alleen voor dit document.",
  "U hoeft niet akkoord te gaan. U kunt ‘Weigeren’ kiezen of deze pagina sluiten en de " +
    "afzender om het document op papier vragen. U kunt zich tot het voltooien op elk moment " +
    "bedenken; het enige gevolg is dat het document niet wordt ondertekend. Wilt u uw " +
    "toestemming later intrekken, schrijf dan aan de afzender.",
  "U hebt een actuele webbrowser en een e-mailadres nodig, en voor uw kopie een programma dat " +
    "pdf-bestanden opent. Wanneer alle ontvangers hebben ondertekend, ontvangt u een e-mail met " +
    "een link naar het voltooide document: u kunt het downloaden, bewaren en afdrukken. Neem " +
    "voor een kopie op papier of om uw e-mailadres te corrigeren contact op met de afzender.",
  "Als bewijs leggen wij uw naam en e-mailadres vast, wanneer u bent uitgenodigd, het document " +
    "hebt geopend, hiermee akkoord bent gegaan en hebt voltooid, uw IP-adres en browser, en wat " +
    "u hebt ingevuld en ondertekend. De afzender en alle ontvangers van het voltooide document " +
    "kunnen dit zien.",
].join("\n\n");
